/** The stream of a JIT warm-up: of the plan's kind, in messages of its own. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import { type StreamSettings, streamSettings } from '@plimsoll/contracts/stream';
import type { Target } from '@plimsoll/contracts/target';

const done = '[DONE]';

/** A stream of the plan's kind; null where its answers are none. */
export function warmUpStream(target: Pick<Target, 'stream'> | null): NonNullable<PlanInput['target']>['stream'] | null {
  const settings = target && streamSettings(target);
  if (!settings) return null;
  const { as, tokens, doneAt } = settings;
  return { as, ...(tokens ? { tokens: tokens.shape } : doneAt === null ? {} : { doneAt: done }) };
}

export interface WarmUpAnswer {
  readonly type: string;
  /** Whole messages, as they go over the wire. */
  readonly messages: readonly string[];
}

/** What its target answers. */
export function warmUpAnswer(target: Pick<Target, 'stream'> | null): WarmUpAnswer | null {
  const settings = target && streamSettings(target);
  if (!settings) return null;
  const framed = (text: string) => (settings.as === 'ndjson' ? `${text}\n` : `data: ${text}\n\n`);
  return {
    type: settings.as === 'ndjson' ? 'application/x-ndjson' : 'text/event-stream',
    messages: contentOf(settings).map(framed),
  };
}

function contentOf({ tokens, doneAt }: StreamSettings): string[] {
  const all = (...messages: readonly object[]) => messages.map((message) => JSON.stringify(message));
  if (tokens?.shape === 'anthropic')
    return all(
      { type: 'message_start', message: { usage: { input_tokens: 1, output_tokens: 1 } } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'warm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' up' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    );
  if (tokens) {
    const piece = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
    return [...all(piece('warm'), piece(' up'), { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } }), done];
  }
  return [...all({ n: 1 }, { n: 2 }, { n: 3 }), ...(doneAt === null ? [] : [done])];
}
