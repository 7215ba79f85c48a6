/** Checks on the messages of a stream, compiled once. A message is decoded only where one of them looks at it. */
import type { Check, CheckedMessage } from '@plimsoll/contracts/check';
import { parseJsonPath } from '@plimsoll/contracts/json-path';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import type { CheckedAnswer, Judge } from '../scenario/checks.ts';

type PlainValue = string | number | boolean | null;

/** A value that messages are held against. */
interface WantedValue {
  /** The value in the JSON form of a message; undefined if there is none. */
  read(json: unknown): unknown;
  /** As the JSON form writes it. */
  readonly wanted: PlainValue;
}

/** The type of messages, which reads them. */
export interface MessageType {
  /** The JSON form. Throws Error where the bytes do not fit. */
  decode(bytes: Uint8Array): unknown;
  want(steps: readonly (string | number)[], wanted: PlainValue): WantedValue;
}

/** The parts of an ended stream that a check may look at. */
export interface CheckedStream {
  /** The number of messages that came. */
  readonly messageCount: number;
  /** The failure that the n-th check on messages found, or null. */
  messageFailure(nth: number): CheckFailure | null;
  /** The same of the n-th check on their numbers. */
  sequenceFailure(nth: number): CheckFailure | null;
}

/** An answer whose messages were a stream. */
export interface StreamedAnswer extends CheckedAnswer {
  readonly stream: CheckedStream;
}

export type MessageCheck = WantedValue & { readonly path: string; readonly message: CheckedMessage };

/** Where messages carry numbers that rise by one. */
export interface SequenceCheck {
  readonly path: string;
  readonly steps: readonly (string | number)[];
}

export class MessageChecks {
  readonly checks: readonly MessageCheck[];
  readonly sequences: readonly SequenceCheck[];
  readonly looksAtFirst: boolean;
  readonly looksAtLast: boolean;
  readonly looksAtEvery: boolean;
  readonly #type: MessageType;

  constructor(type: MessageType, checks: readonly Check[]) {
    this.#type = type;
    this.checks = checks.flatMap((check) => {
      if (!('jsonPath' in check)) return [];
      const { path, equals, message = 'every' } = check.jsonPath;
      return [{ ...type.want(parseJsonPath(path) ?? [], equals), path, message }];
    });
    this.sequences = checks.flatMap((check) => {
      if (!('messageSequence' in check)) return [];
      const { path } = check.messageSequence;
      return [{ path, steps: parseJsonPath(path) ?? [] }];
    });
    const looksAt = (message: CheckedMessage) => this.checks.some((check) => check.message === message);
    this.looksAtFirst = looksAt('first');
    this.looksAtLast = looksAt('last');
    this.looksAtEvery = looksAt('every');
  }

  get isEmpty(): boolean {
    return this.checks.length === 0 && this.sequences.length === 0;
  }

  /** The JSON form of a message; undefined where its bytes do not fit the type. */
  decode(bytes: Uint8Array): unknown {
    try {
      return this.#type.decode(bytes);
    } catch {
      return undefined;
    }
  }
}

/** The judges of a plan's checks on streams, asked in the order of the plan. A value at a JSON path is judged while messages come. */
export function streamJudges(): (check: Check) => Judge<StreamedAnswer> | null {
  let onMessages = 0;
  let onNumbers = 0;
  return (check) => {
    if ('messageCount' in check) return messageCountJudge(check.messageCount);
    if ('messageSequence' in check) {
      const nth = onNumbers++;
      return ({ stream }) => stream.sequenceFailure(nth);
    }
    if (!('jsonPath' in check)) return null;
    const nth = onMessages++;
    return ({ stream }) => stream.messageFailure(nth);
  };
}

function messageCountJudge({ min, max }: Extract<Check, { messageCount: unknown }>['messageCount']): Judge<StreamedAnswer> {
  return ({ stream: { messageCount: got } }) => {
    if (min !== undefined && got < min) return { kind: 'tooFewMessages', got, limit: min };
    return max !== undefined && got > max ? { kind: 'tooManyMessages', got, limit: max } : null;
  };
}
