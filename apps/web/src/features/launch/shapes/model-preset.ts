/** The study of a language model: users who each ask as soon as their answer has come, prompts from rows, tokens counted by the server. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { TokenShape } from '@plimsoll/contracts/stream';
import { demoStreamPaths } from '@plimsoll/contracts/system';
import { isDemoUrl } from '../../../domain/plan/demo-url.ts';
import { type FormValues, firstRequest } from '../values/form-values.ts';
import { asHttp, sentKind } from '../values/protocol-switch.ts';
import { noBody, type RequestRow } from '../values/request-row.ts';
import type { Pair } from '../values/rows.ts';

export const modelStudy = {
  load: { model: 'closed' as const, connections: 8, duration: '1m' },
  ends: { thresholds: ['ttft p(95) < 500ms', 'itl p(99) < 80ms', 'goodput > 95%'] },
} satisfies Record<string, Partial<PlanInput> | PlanInput['load']>;

export const modelStream = (shape: TokenShape) => ({ as: 'sse', tokens: { shape, ttft: '500ms', itl: '80ms' } }) as const;

const prompts = [
  'What does the load line of a ship show?',
  'Explain in three sentences why a queue grows when arrivals are faster than service.',
  'Write a short poem about a harbour at night.',
  'List five things that make a web page slow, the worst first.',
  'Translate into French: the ship lies deep in the water today.',
  'Summarise in one sentence: A mean hides what the slowest one in a hundred has to wait for.',
];
const rows = `prompt\n${prompts.map((prompt) => `"${prompt}"`).join('\n')}\n`;
/** A first token after about 150 ms, 50 a second to each of 16 at once, and slower for all beyond. */
const demoKnobs = 'delayMs=150&gapMs=20&jitterMs=5&maxTokens=64&capacity=16';

/** The part of the form that it changes. Prompts, thresholds and a path of one's own stay. */
export function modelChange(form: FormValues, written: FormValues, demoTarget: string | undefined): Partial<FormValues> {
  const before = sentKind(firstRequest(written)) === 'http' ? written : { ...written, ...asHttp(written, undefined, demoTarget) };
  const first = firstRequest(before);
  const url = modelUrl(first, demoTarget);
  const isAnthropic = url.includes(demoStreamPaths.anthropic);
  const isResponses = url.includes(demoStreamPaths.responses);
  const asks = [{ role: 'user', content: '{{row.prompt}}' }];
  const body = {
    model: 'your-model',
    ...(isResponses ? { input: asks, max_output_tokens: 128 } : { messages: asks, max_tokens: 128 }),
    stream: true,
    ...(isAnthropic || isResponses ? {} : { stream_options: { include_usage: true } }),
  };
  const asked: RequestRow = {
    ...first,
    url,
    method: 'POST',
    headers: withHeaders(first.headers, [
      { name: 'content-type', value: 'application/json' },
      ...(isAnthropic ? [{ name: 'anthropic-version', value: '2023-06-01' }] : []),
    ]),
    body: { ...noBody, kind: 'text', text: JSON.stringify(body, null, 2) },
    stream: modelStream(isAnthropic ? 'anthropic' : 'openai'),
  };
  const { model, shape, connections, requests, duration, warmup, autoStop, abortOnFail } = form;
  const own = before.thresholds.some((text) => text.trim() !== '');
  return {
    ...{ model, shape, connections, requests, duration, warmup, autoStop, abortOnFail },
    several: false,
    requestRows: [asked, ...before.requestRows.slice(1)],
    protocol: before.protocol,
    streams: before.streams,
    data: before.data ?? { format: 'csv', text: rows, order: 'roundRobin' },
    thresholds: own ? before.thresholds : form.thresholds,
  };
}

/** The usual path where the form names none; at the demo target, with knobs. */
function modelUrl({ url }: RequestRow, demoTarget: string | undefined): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  const isOfDemo = isDemoUrl(url, demoTarget);
  if (parsed.pathname !== '/' || (parsed.search !== '' && !isOfDemo)) return url;
  return `${parsed.origin}${demoStreamPaths.openai}${isOfDemo ? `?${demoKnobs}` : ''}`;
}

function withHeaders(headers: readonly Pair[], added: readonly Pair[]): Pair[] {
  const has = ({ name }: Pair) => headers.some((header) => header.name.toLowerCase() === name);
  return [...headers, ...added.filter((header) => !has(header))];
}
