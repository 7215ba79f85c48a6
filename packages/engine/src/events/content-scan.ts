/**
 * Tells from its bytes that a message brings content and says nothing else that counts, so that it need not be decoded: most messages of
 * a language model are like that. A quote inside of a string is written `\"`, so that a name in quotes with a colon behind is a field.
 */
import type { TokenShape } from '@plimsoll/contracts/stream';

const named = (names: readonly string[]) => names.map((name) => Buffer.from(`"${name}"`));
/** OpenAI's completions have it in their choices; events of its Responses API repeat their deltas in it. */
const text = Buffer.from('"text"');
/** Fields whose text is content, wherever in a message they stand. */
const contentFields: Readonly<Record<TokenShape, readonly Buffer[]>> = {
  openai: [...named(['content', 'reasoning_content', 'reasoning']), text, ...named(['delta'])],
  anthropic: named(['text', 'thinking', 'partial_json']),
};
const choices = Buffer.from('"choices"');
const usage = Buffer.from('"usage"');
const error = Buffer.from('"error"');
const [quote, colon, space, letterN] = [0x22, 0x3a, 0x20, 0x6e];

export class ContentScan {
  #fields: readonly Buffer[] = [];
  /** The field that the last message had is looked for first. */
  #likely = 0;

  reset(shape: TokenShape): void {
    this.#fields = contentFields[shape];
    this.#likely = 0;
  }

  /** False: it has to be decoded to know. */
  bringsOnlyContent(message: Buffer): boolean {
    const found = this.#hasText(this.#likely, message) || this.#fields.some((_, field) => this.#hasText(field, message));
    return found && saysNone(message, usage) && saysNone(message, error);
  }

  #hasText(field: number, message: Buffer): boolean {
    const name = this.#fields[field] as Buffer;
    const at = valueAt(message, name);
    const filled = at >= 0 && message[at] === quote && at + 1 < message.length && message[at + 1] !== quote;
    const has = filled && (name !== text || message.includes(choices));
    if (has) this.#likely = field;
    return has;
  }
}

/** Where the value of this field begins; -1 if it is not there, or its name stands there as a value. */
function valueAt(message: Buffer, name: Buffer): number {
  const found = message.indexOf(name);
  if (found < 0) return -1;
  const at = skipSpaces(message, found + name.length);
  return message[at] === colon ? skipSpaces(message, at + 1) : -1;
}

function skipSpaces(message: Buffer, from: number): number {
  let at = from;
  while (message[at] === space) at++;
  return at;
}

/** It is not there at all, or null. */
function saysNone(message: Buffer, name: Buffer): boolean {
  if (message.indexOf(name) < 0) return true;
  const at = valueAt(message, name);
  return at >= 0 && message[at] === letterN;
}
