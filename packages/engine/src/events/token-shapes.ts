/**
 * Reads the messages of language models: which bring a token, which say how many there were, which end the stream, which tell an error.
 * OpenAI's shape: chunks of chat and of completions, `usage` in a last chunk without choices (`stream_options.include_usage`), or in each;
 * and events of its Responses API, known by their `type`: `response.….delta` brings content, `response.completed` or `.incomplete` is the last.
 * Anthropic's: `message_start`, `content_block_delta`, `message_delta`, `message_stop`, `error`.
 */
import type { TokenShape } from '@plimsoll/contracts/stream';

/** What one message says. */
export interface ModelMessage {
  /** It brings content that is not empty: text, reasoning, or a call of a tool. */
  readonly content: boolean;
  /** Null: it says nothing of it. */
  readonly input: number | null;
  readonly output: number | null;
  /** It ends the stream by its type. */
  readonly last: boolean;
  readonly error: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const silent: ModelMessage = { content: false, input: null, output: null, last: false, error: null };

export function readModelMessage(shape: TokenShape, json: unknown): ModelMessage {
  const message = fieldsOf(json);
  if (!message) return silent;
  const error = errorOf(message);
  if (error !== null) return { ...silent, error };
  if (shape === 'anthropic') return readEvent(message);
  return typeof message.type === 'string' && message.type.startsWith('response.')
    ? readResponse(message.type, message)
    : readChunk(message);
}

/** `{"error": {"message": …}}`, `{"error": "…"}`, vLLM's `{"object": "error", "message": …}`, and that of the Responses API by its type. */
function errorOf(message: Fields): string | null {
  const { error } = message;
  if (typeof error === 'string') return error;
  const told = fieldsOf(error) ?? (message.object === 'error' || message.type === 'error' ? message : null);
  if (!told) return null;
  return typeof told.message === 'string' ? told.message : JSON.stringify(told);
}

function readChunk({ choices, usage }: Fields): ModelMessage {
  const counted = fieldsOf(usage);
  return {
    ...silent,
    content: Array.isArray(choices) && choices.some(bringsContent),
    input: countOf(counted?.prompt_tokens),
    output: countOf(counted?.completion_tokens),
  };
}

/** All output, reasoning and arguments of tools comes in deltas, once more in the events that follow them. */
function readResponse(type: string, { delta, response }: Fields): ModelMessage {
  if (type.endsWith('.delta')) return { ...silent, content: isFilled(delta) };
  if (!/^response\.(completed|incomplete|failed)$/.test(type)) return silent;
  const whole = fieldsOf(response);
  const counted = fieldsOf(whole?.usage);
  return {
    ...silent,
    input: countOf(counted?.input_tokens),
    output: countOf(counted?.output_tokens),
    last: true,
    error: whole && errorOf(whole),
  };
}

const contentFields = ['content', 'reasoning_content', 'reasoning', 'refusal'];

function bringsContent(choice: unknown): boolean {
  const { text, delta } = fieldsOf(choice) ?? {};
  if (isFilled(text)) return true;
  const said = fieldsOf(delta);
  if (!said) return false;
  if (contentFields.some((field) => isFilled(said[field])) || callsTool(said.function_call)) return true;
  return Array.isArray(said.tool_calls) && said.tool_calls.some((call) => callsTool(fieldsOf(call)?.function));
}

function callsTool(call: unknown): boolean {
  const called = fieldsOf(call);
  return isFilled(called?.name) || isFilled(called?.arguments);
}

function readEvent({ type, message, delta, usage }: Fields): ModelMessage {
  if (type === 'message_stop') return { ...silent, last: true };
  if (type === 'content_block_delta') {
    const said = fieldsOf(delta);
    return { ...silent, content: [said?.text, said?.thinking, said?.partial_json].some(isFilled) };
  }
  const counted = fieldsOf(type === 'message_start' ? fieldsOf(message)?.usage : usage);
  if (!counted) return silent;
  return { ...silent, input: allInput(counted), output: countOf(counted.output_tokens) };
}

/** Tokens that came from a cache, or went into one, are not among `input_tokens`. */
function allInput(usage: Fields): number | null {
  const input = countOf(usage.input_tokens);
  if (input === null) return null;
  return input + (countOf(usage.cache_creation_input_tokens) ?? 0) + (countOf(usage.cache_read_input_tokens) ?? 0);
}

function fieldsOf(value: unknown): Fields | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : null;
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** More than this is no number of tokens. */
const mostTokens = 1e9;

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostTokens ? value : null;
}
