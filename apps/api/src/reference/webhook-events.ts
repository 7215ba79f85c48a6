/** The `webhooks` of the OpenAPI document: what a program is told, with the headers that sign it. */
import { messageSchema } from '@plimsoll/contracts/message';
import type { TellingKind } from '@plimsoll/contracts/telling';
import { mapValues, type Operation } from './open-api.ts';

const summaries: Readonly<Record<TellingKind | 'test', string>> = {
  'run.finished': 'A run has ended, whichever way, unless its worker was lost.',
  'run.failed_threshold': 'A run ended with a threshold that failed.',
  'run.worse': 'A run ended, and is worse than the baseline of its plan.',
  'regression.confirmed': "An experiment that was to confirm a change of a plan's trend found the later side worse.",
  'worker.lost': 'A run lost its worker, or its generator failed.',
  'schedule.missed': 'A schedule did not start what was due, started it late, paused itself, or its drill found that a gate is blind.',
  test: 'Somebody pressed Test.',
};

const header = (name: string, description: string) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } });
const parameters = [
  header('webhook-id', 'The same at each attempt: act once on each.'),
  header('webhook-timestamp', 'Seconds since 1970. Refuse one that is more than five minutes from your clock.'),
  header(
    'webhook-signature',
    'By Standard Webhooks: `v1,` and HMAC-SHA256 over `id.timestamp.body`; several, parted by blanks, while a secret changes.',
  ),
];

export function webhookEvents(): Readonly<Record<string, Readonly<Record<string, Operation>>>> {
  const schema = { $ref: `#/components/schemas/${messageSchema.meta()?.id}` };
  return mapValues(summaries, (summary, event) => ({
    post: {
      operationId: `told_${event.replace('.', '_')}`,
      summary,
      tags: ['webhooks'],
      parameters,
      requestBody: { content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Taken. Tried again are 408, 425, 429, 500 and above, and no answer within 10 s; 410 switches it off.' },
      },
    },
  }));
}
