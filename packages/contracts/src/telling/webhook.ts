/** Where a team's events are told: addresses, signed or in the shape of a chat, and mails to members; and the deliveries to them. */
import { z } from 'zod';
import { personNameSchema, readerLanguages } from '../account/account.ts';
import { refusal, refuse } from '../api/refusal.ts';
import { text } from '../request/target-text.ts';
import { parseTargetUrl } from '../request/target-url.ts';
import { tellingKindSchema, tellingKinds } from './telling.ts';

/** A team has so many at most. */
export const mostWebhooks = 50;

/** `standard`: the product's own JSON, signed by Standard Webhooks. */
export const webhookFormats = ['standard', 'slack', 'teams', 'discord', 'mail'] as const;
export const webhookFormatSchema = z.enum(webhookFormats);
export type WebhookFormat = z.infer<typeof webhookFormatSchema>;

/** Gaps before each further attempt, in seconds: five of them over a day. */
export const retryGapsSeconds = [60, 600, 3600, 6 * 3600, 17 * 3600] as const;
/** For so long after a rotation the former secret signs, too. */
export const rotationHours = 24;

const addressSchema = text(2000).superRefine((url, context) => {
  if (url.trim() === '') return refuse(context, [], refusal('webhook_url'));
  const parsed = parseTargetUrl(url);
  if ('error' in parsed) refuse(context, [], parsed.error);
  return undefined;
});

/** How it is told, beside where. */
const choices = {
  name: personNameSchema,
  events: z.array(tellingKindSchema).min(1).max(tellingKinds.length),
  /** Ids of plans whose events are told; null: of all, and of runs without a saved plan. */
  planIds: z.array(z.uuid()).min(1).max(50).nullable(),
  /** The language of its sentences; a mail has that of its receiver. */
  language: z.enum(readerLanguages),
};

export const createWebhookSchema = z
  .strictObject({
    ...choices,
    format: webhookFormatSchema.default('standard'),
    /** http:// or https://, of all but mails. Shown again by its host only. */
    url: addressSchema.optional(),
    /** Id of the member that a mail goes to. */
    receiverId: z.string().max(100).optional(),
    planIds: choices.planIds.default(null),
    language: choices.language.optional(),
  })
  .superRefine(({ format, url, receiverId }, context) => {
    const mail = format === 'mail';
    if (mail === (url !== undefined)) refuse(context, ['url'], refusal(mail ? 'webhook_no_url' : 'webhook_url'));
    if (mail !== (receiverId !== undefined)) refuse(context, ['receiverId'], refusal(mail ? 'webhook_receiver' : 'webhook_no_receiver'));
  });
export type CreateWebhook = z.infer<typeof createWebhookSchema>;

export const changeWebhookSchema = z.strictObject({
  name: choices.name.optional(),
  events: choices.events.optional(),
  planIds: choices.planIds.optional(),
  language: choices.language.optional(),
  active: z.boolean().optional(),
  url: addressSchema.optional().meta({ description: 'Another address, of all but mails. What still waits goes there, too.' }),
});
export type ChangeWebhook = z.infer<typeof changeWebhookSchema>;

const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** `status`: its answer was no success. `late`: no answer within 10 s. `refused`: the address may not be reached. `unreachable`: no connection, or it broke. `redirect`: redirects are not followed. `gone`: it answered 410. `notTaken`: the mail server did not take it. `receiver`: its receiver is no member any more. `unreadable`: its address or secret cannot be opened. `expired`: it waited for longer than three days. */
export const deliveryFailures = [
  'status',
  'late',
  'refused',
  'unreachable',
  'redirect',
  'gone',
  'notTaken',
  'noMail',
  'receiver',
  'unreadable',
  'expired',
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

export const deliverySchema = z
  .strictObject({
    id: z.uuid(),
    /** The `webhook-id` of each of its attempts. */
    messageId: z.string(),
    event: z.enum([...tellingKinds, 'test']),
    /** The run or the experiment that it tells of. */
    runId: z.uuid().nullable(),
    experimentId: z.uuid().nullable(),
    at: z.iso.datetime(),
    state: z.enum(deliveryStates),
    /** Attempts so far. */
    attempt: z.int(),
    /** When it is tried next; null: never by itself. */
    dueAt: z.iso.datetime().nullable(),
    sentAt: z.iso.datetime().nullable(),
    /** HTTP status of the newest answer, and its first bytes. */
    status: z.int().nullable(),
    answer: z.string().nullable(),
    failure: z.enum(deliveryFailures).nullable(),
    /** `failure` as a sentence. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryQuerySchema = z.strictObject({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
/** Newest first. */
export const deliveryListSchema = z.strictObject({ items: z.array(deliverySchema), nextCursor: z.string().nullable() });

export const webhookSchema = z
  .strictObject({
    id: z.uuid(),
    ...choices,
    format: webhookFormatSchema,
    /** The host of its address; of a mail the name of its receiver. */
    shown: z.string(),
    active: z.boolean(),
    /** Why it was switched off by itself: it answered 410, or its receiver left the team. */
    endedBecause: z.enum(['gone', 'receiver']).nullable(),
    /** Until then the former secret signs, too. */
    formerUntil: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    /** How many of its deliveries wait, and how the newest one that was tried went. */
    waiting: z.int(),
    lastState: z.enum(deliveryStates).nullable(),
    lastSentAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhookSchema>;
export const webhookListSchema = z.strictObject({ items: z.array(webhookSchema) });

/** `secret` is shown once; null where nothing is signed. */
export const createdWebhookSchema = z.strictObject({ webhook: webhookSchema, secret: z.string().nullable() });
