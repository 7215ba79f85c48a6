/** The numbers that the messages of one stream carry, each one more than that before it: how many were passed over, and how many came again or too late. Numbers beyond 2^53 are none: two of them may read the same. */
import { valueAtPath } from '@plimsoll/contracts/json-path';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import type { SequenceCheck } from './message-checks.ts';

/** The reason why a message was not looked at. */
export type Unseen = 'messageNotKept' | 'noRoomForMessage';

export class MessageSequence {
  readonly #check: SequenceCheck;
  #highest: number | null = null;
  #numbered = 0;
  #missing = 0;
  #repeated = 0;
  #unseen: Unseen | null = null;

  constructor(check: SequenceCheck) {
    this.#check = check;
  }

  /** The next message, in its JSON form; one without a number is passed over. */
  came(read: () => unknown, unseen: Unseen | null): void {
    if (unseen) this.#unseen = unseen;
    const value = unseen ? undefined : valueAtPath(read(), this.#check.steps);
    // 64-bit numbers of proto3 are texts in JSON.
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) return;
    this.#numbered++;
    if (this.#highest !== null && number <= this.#highest) {
      this.#repeated++;
      return;
    }
    if (this.#highest !== null) this.#missing += number - this.#highest - 1;
    this.#highest = number;
  }

  failure(): CheckFailure | null {
    const { path } = this.#check;
    if (this.#unseen) return { kind: this.#unseen, path };
    if (this.#numbered === 0) return { kind: 'noSequence', path };
    const [missing, repeated] = [this.#missing, this.#repeated];
    return missing + repeated === 0 ? null : { kind: 'sequenceBroken', path, of: this.#numbered, missing, repeated };
  }
}
