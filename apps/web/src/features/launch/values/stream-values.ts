/** The stream of a plan as its fields show it, and back. Settings without a field stay as they are. */
import type { StreamForm, StreamInput, TokenShape } from '@plimsoll/contracts/stream';

export interface StreamValues {
  readonly as: StreamForm | 'none';
  readonly tokens: TokenShape | 'none';
  readonly ttft: string;
  readonly itl: string;
  readonly doneAt: string;
  readonly endMessages: string;
  readonly endDuration: string;
  readonly maxMessageBytes: string;
  readonly reconnect: boolean;
  /** As it was written. */
  readonly written: Settings;
}

type Settings = Partial<Exclude<StreamInput, string>>;
const texts = (value: unknown) => (value === null || value === undefined ? '' : String(value));

export function readStream(stream: StreamInput | null): StreamValues {
  const written: Settings = stream === null ? {} : typeof stream === 'string' ? { as: stream } : stream;
  const { tokens, endAfter } = written;
  const limits = typeof tokens === 'string' ? { shape: tokens } : tokens;
  return {
    as: written.as ?? 'none',
    tokens: limits?.shape ?? 'none',
    ttft: texts(limits?.ttft),
    itl: texts(limits?.itl),
    doneAt: texts(written.doneAt),
    endMessages: texts(endAfter?.messages),
    endDuration: texts(endAfter?.duration),
    maxMessageBytes: texts(written.maxMessageBytes),
    reconnect: written.reconnect === true,
    written,
  };
}

/** As short as it can be said: `sse` where nothing else is. What cannot be a number stays as it was typed, for the schema to refuse. */
export function writeStream({ as, tokens, written, ...values }: StreamValues): StreamInput | null {
  if (as === 'none') return null;
  const { as: _, tokens: before, endAfter, doneAt, maxMessageBytes: _bytes, reconnect: _reconnect, ...others } = written;
  const compact = (text: string) => text.replace(/\s/g, '') || undefined;
  const number = (text: string) => (text.trim() === '' ? undefined : /^\d+$/.test(text.trim()) ? Number(text) : text);
  const limits = { ttft: compact(values.ttft), itl: compact(values.itl) };
  const ends = { ...endAfter, messages: number(values.endMessages), duration: compact(values.endDuration) };
  const settings = {
    ...others,
    doneAt: values.doneAt || (doneAt === null ? null : undefined),
    endAfter: Object.values(ends).some((end) => end !== undefined) ? said(ends) : undefined,
    reconnect: (values.reconnect && as === 'sse') || undefined,
    maxMessageBytes: number(values.maxMessageBytes),
    tokens:
      tokens === 'none' || as === 'chunks'
        ? undefined
        : limits.ttft || limits.itl
          ? { ...said(typeof before === 'object' ? (before ?? {}) : {}), shape: tokens, ...limits }
          : tokens,
  };
  const rest = said(settings);
  return (Object.keys(rest).length === 0 ? as : { as, ...rest }) as StreamInput;
}

/** Without what is not said, at any depth. */
function said(settings: object): object {
  const kept = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'object' && value !== null ? said(value) : value]],
  );
  return Object.fromEntries(kept);
}
