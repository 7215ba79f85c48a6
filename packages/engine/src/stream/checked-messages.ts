/** Holds the messages of one stream against the plan's checks while they come. Nothing of them is kept but the last, where a check looks at it. */
import type { CheckedMessage } from '@plimsoll/contracts/check';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import { KeptBody } from '../connection/kept-body.ts';
import { bodyHeadBytes, type MemoryBudget, wholeBodyBytes } from '../protocol/memory-budget.ts';
import type { MessageCheck, MessageChecks } from './message-checks.ts';
import { MessageSequence, type Unseen } from './message-sequence.ts';

export class CheckedMessages {
  #checks: MessageChecks | null = null;
  readonly #found: (CheckFailure | null)[] = [];
  readonly #last: KeptBody;
  #lastUnseen: Unseen | null = null;
  #count = 0;
  readonly #sequences: MessageSequence[] = [];
  /** Heads of the messages that failed, as JSON. */
  readonly #shown: (Buffer | null)[] = [];

  constructor(budget: MemoryBudget) {
    this.#last = new KeptBody(budget);
  }

  /** For the messages of another stream. `checks`: null where there are none. */
  reset(checks: MessageChecks | null): void {
    this.#checks = checks;
    this.#last.clear();
    this.#lastUnseen = null;
    this.#shown.length = 0;
    this.#count = 0;
    this.#found.length = 0;
    this.#sequences.length = 0;
    for (const check of checks?.sequences ?? []) this.#sequences.push(new MessageSequence(check));
  }

  /** The next message; `bytes` are valid during the call only, and null where there was no room for them. */
  came(bytes: Buffer | null, start: number, length: number): void {
    const checks = this.#checks;
    if (!checks) return;
    const isFirst = this.#count++ === 0;
    const unseen = bytes === null ? 'noRoomForMessage' : length > wholeBodyBytes ? 'messageNotKept' : null;
    const seen = unseen === null ? (bytes as Buffer).subarray(start, start + length) : null;
    if (checks.looksAtLast) this.#keepLast(seen, unseen);
    const looks = checks.looksAtEvery || (checks.looksAtFirst && isFirst);
    if (!looks && this.#sequences.length === 0) return;
    const read = once(() => (seen ? checks.decode(seen) : undefined));
    for (const sequence of this.#sequences) sequence.came(read, unseen);
    if (looks) this.#look((message) => message === 'every' || (message === 'first' && isFirst), read, unseen);
  }

  /** The failure that the n-th check on numbers found, when all messages are there. */
  sequenceFailure(nth: number): CheckFailure | null {
    return this.#sequences[nth]?.failure() ?? null;
  }

  /** The failure that the n-th check found, when all messages are there. */
  failure(nth: number): CheckFailure | null {
    const checks = this.#checks;
    const check = checks?.checks[nth];
    if (!checks || !check) return null;
    if (this.#count === 0) return check.message === 'every' ? null : { kind: 'messageMissing', path: check.path };
    // It was not judged before: any message could have been the last.
    if (check.message === 'last' && this.#found[nth] === undefined)
      this.#look(
        (message) => message === 'last',
        once(() => (this.#lastUnseen ? undefined : checks.decode(this.#last.view() ?? Buffer.alloc(0)))),
        this.#lastUnseen,
      );
    return this.#found[nth] ?? null;
  }

  /** The head of the message that failed by the first check that failed, as JSON; null if none did or its bytes could not be read. */
  failed(): Buffer | null {
    return this.#shown[this.#found.findIndex((failure) => failure)] ?? null;
  }

  #keepLast(seen: Buffer | null, unseen: Unseen | null): void {
    this.#last.clear();
    this.#lastUnseen = unseen;
    if (seen && !this.#last.add(seen, 0, seen.length)) this.#lastUnseen = 'noRoomForMessage';
  }

  /** Judges the checks on such messages that have found nothing yet. */
  #look(looks: (message: CheckedMessage) => boolean, read: () => unknown, unseen: Unseen | null): void {
    const checks = this.#checks as MessageChecks;
    checks.checks.forEach((check, nth) => {
      if (!looks(check.message) || this.#found[nth]) return;
      const json = read();
      const failure = unseen ? { kind: unseen, path: check.path } : judge(check, json);
      this.#found[nth] = failure && { kind: 'ofMessage', number: this.#count, failure };
      if (failure) this.#shown[nth] = json === undefined ? null : Buffer.from(JSON.stringify(json)).subarray(0, bodyHeadBytes);
    });
  }
}

function judge({ path, read, wanted }: MessageCheck, json: unknown): CheckFailure | null {
  if (json === undefined) return { kind: 'messageOfOtherType', path };
  const got = read(json);
  return got === wanted ? null : { kind: 'wrongValue', path, got, wanted };
}

/** A message is read when the first check asks for it. */
function once(read: () => unknown): () => unknown {
  let json: unknown;
  let isRead = false;
  return () => {
    if (!isRead) json = read();
    isRead = true;
    return json;
  };
}
