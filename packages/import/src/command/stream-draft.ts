/** Which stream a request asks for by its headers and its body. */
import type { PlanInput } from '@plimsoll/contracts/plan';

type TargetInput = NonNullable<PlanInput['target']>;

/** Null: it asks for none. A question to a language model has tokens: in Anthropic's shape by its header or its path, else in OpenAI's. */
export function findStream({ url, headers = {}, body }: TargetInput): NonNullable<TargetInput['stream']> | null {
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.toLowerCase()] as const);
  const accept = names.find(([name]) => name === 'accept')?.[1] ?? '';
  if (isQuestion(body)) {
    const isAnthropic = names.some(([name]) => name === 'anthropic-version') || /\/messages\/?$/.test(url.replace(/[?#].*$/, ''));
    return { as: 'sse', tokens: isAnthropic ? 'anthropic' : 'openai' };
  }
  if (accept.includes('text/event-stream')) return 'sse';
  return /application\/(x-ndjson|jsonl|x-jsonlines|json-lines)/.test(accept) ? 'ndjson' : null;
}

/** Is it JSON that asks a model to stream its answer? */
function isQuestion(body: string | null | undefined): boolean {
  try {
    const asked: unknown = JSON.parse(body ?? '');
    return (
      typeof asked === 'object' &&
      asked !== null &&
      'stream' in asked &&
      asked.stream === true &&
      ('messages' in asked || 'prompt' in asked || 'input' in asked)
    );
  } catch {
    return false;
  }
}
