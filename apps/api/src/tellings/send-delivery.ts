/** Sends one delivery, and says what became of it. Addresses pass the guard of targets, in a process apart; redirects are not followed. */
import { connectionSchema } from '@plimsoll/contracts/connection';
import { maskedSecret } from '@plimsoll/contracts/problem';
import { isRedirect } from '@plimsoll/contracts/redirect';
import { messagePolicy } from '@plimsoll/contracts/target-policy';
import { missedFactsSchema, regressionFactsSchema } from '@plimsoll/contracts/telling';
import { ApartError } from '@plimsoll/network/apart-error';
import type { SendAnswer } from '@plimsoll/network/send-one';
import type { Strangers } from '@plimsoll/network/strangers';
import { type Attempted, messageId, type TakenDelivery } from '@plimsoll/store/deliveries';
import { findRun } from '@plimsoll/store/runs';
import { sayTelling, type Told, tellingMail } from '@plimsoll/wording/telling-sentence';
import type { ApiContext } from '../context.ts';
import { inLanguageOf } from '../http/reader-language.ts';
import { version } from '../version.ts';
import { signMessage } from './sign-message.ts';
import { writeMessage } from './write-message.ts';

export const longestSendSeconds = 10;
/** An hour of rest is the most that a receiver may ask for beside our own gaps. */
const longestWaitSeconds = 24 * 3600;
/** HTTP/1.1 is what every receiver speaks. */
const connection = connectionSchema.parse({ protocol: 'http1' });

export type SenderContext = Pick<ApiContext, 'db' | 'config' | 'mailer'> & {
  readonly auth: Pick<ApiContext['auth'], 'origin'>;
  /** Apart from those that people wait for. */
  readonly messengers: Pick<Strangers, 'sendOne'>;
};

const failed = (failure: Attempted['failure'], again: boolean): Attempted => ({
  status: null,
  answer: null,
  failure,
  again,
  waitSeconds: 0,
});

/** Null: nothing is known of it, and it is sent again later. Throws what Postgres throws while it is away. */
export async function sendDelivery(context: SenderContext, delivery: TakenDelivery): Promise<Attempted | null> {
  const { to, format, language } = delivery;
  if (to === null) return failed('unreadable', false);
  // The sentences of a run are made as its row is read.
  const written = await inLanguageOf(language, async () => {
    const told = await readTold(context, delivery);
    if (!told) return null;
    const url = urlOf(context.auth.origin, delivery, told);
    if (format === 'mail') return tellingMail(sayTelling(told), url, { name: delivery.webhookName, team: delivery.teamName });
    return writeMessage(format, delivery, told, url);
  });
  // Its run went meanwhile, and so does its row.
  if (written === null) return null;
  if (typeof written !== 'string') return mail(context, 'email' in to ? to.email : null, written);
  return 'url' in to ? post(context, delivery, to, written) : failed('unreadable', false);
}

/** What it tells of, in the language that is spoken now; null: that is gone. */
async function readTold({ db }: SenderContext, { kind, teamId, teamName, webhookName, runId, facts }: TakenDelivery): Promise<Told | null> {
  switch (kind) {
    case 'test':
      return { kind, webhook: webhookName, team: teamName };
    case 'regression.confirmed':
      return { kind, facts: regressionFactsSchema.parse(facts) };
    case 'schedule.missed':
      return { kind, facts: missedFactsSchema.parse(facts) };
    default: {
      const run = runId === null ? null : await findRun(db, teamId, runId);
      return run && { kind, run };
    }
  }
}

function urlOf(origin: string, { experimentId }: TakenDelivery, told: Told): string {
  if ('run' in told) return `${origin}/runs/${told.run.number ?? told.run.id}`;
  if (told.kind === 'schedule.missed') return `${origin}/schedules/${told.facts.scheduleId}`;
  return experimentId === null ? `${origin}/` : `${origin}/experiments/${experimentId}`;
}

async function mail(
  { mailer }: SenderContext,
  to: string | null,
  written: { readonly subject: string; readonly text: string },
): Promise<Attempted> {
  if (to === null) return failed('receiver', false);
  if (!mailer) return failed('noMail', false);
  try {
    await mailer.send({ to, ...written });
    return { status: null, answer: null, failure: null, again: false, waitSeconds: 0 };
  } catch {
    return failed('notTaken', true);
  }
}

async function post(
  { config, messengers }: SenderContext,
  { format, tellingId, webhookId }: TakenDelivery,
  { url: address, secrets }: { readonly url: string; readonly secrets: readonly string[] },
  text: string,
): Promise<Attempted | null> {
  const url = new URL(address);
  const body = Buffer.from(text);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'user-agent': `Plimsoll/${version}`,
    ...(format === 'standard' ? signMessage(messageId(tellingId), text, secrets, Date.now()) : {}),
  };
  const question = {
    url: url.href,
    host: url.host,
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    headers: Object.entries(headers).flat(),
    body,
    keepAlive: false,
    connection,
    isCall: false,
    policy: messagePolicy(config.targets, config.messages),
  };
  const said = await messengers.sendOne(webhookId, question, longestSendSeconds * 1000).catch((error: unknown) => {
    if (!(error instanceof ApartError)) throw error;
    // Whatever it sent, the process that read it is gone.
    return error.code === 'late' || error.code === 'broke' ? ('late' as const) : null;
  });
  if (said === null) return null;
  return said === 'late' ? failed('late', true) : judge(said, url);
}

/** Shorter parts are words of an address. */
const leastSecretSigns = 6;

/** An answer may repeat what it was asked for, and the path of an address is often its secret. */
function withoutAddress(text: string, { pathname, search, searchParams }: URL): string {
  const written = [pathname + search, pathname, search, ...pathname.split('/'), ...searchParams.values()];
  const parts = [...written, ...written.map(plain)].filter((part) => part.length >= leastSecretSigns);
  return parts.sort((a, b) => b.length - a.length).reduce((masked, part) => masked.replaceAll(part, maskedSecret), text);
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function judge(said: SendAnswer, url: URL): Attempted {
  if (said.kind === 'refused') return failed('refused', false);
  if (said.kind === 'failed') return failed(said.because === 'late' ? 'late' : 'unreachable', true);
  const { status, body } = said.answer;
  const done = { status, answer: body && withoutAddress(body.text, url), waitSeconds: readRetryAfter(said.retryAfter ?? null) };
  if (status >= 200 && status < 300) return { ...done, failure: null, again: false, waitSeconds: 0 };
  if (status === 410) return { ...done, failure: 'gone', again: false };
  if (isRedirect(status)) return { ...done, failure: 'redirect', again: false };
  return { ...done, failure: 'status', again: status >= 500 || [408, 425, 429].includes(status) };
}

/** Seconds, or a moment (RFC 9110, 10.2.3); 0 where it says nothing. */
function readRetryAfter(text: string | null): number {
  if (text === null) return 0;
  const seconds = /^\d{1,9}$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(longestWaitSeconds, Math.max(0, Math.ceil(seconds))) : 0;
}
