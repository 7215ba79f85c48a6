/** Checks on the messages of a call, compiled once. A message is decoded only where one of them looks at it. */
import type { Check, CheckedMessage } from '@plimsoll/contracts/check';
import { parseJsonPath } from '@plimsoll/contracts/json-path';
import type { AnswerType, WantedValue } from '@plimsoll/grpc/answer-type';

export type MessageCheck = WantedValue & { readonly path: string; readonly message: CheckedMessage };

export class MessageChecks {
  readonly checks: readonly MessageCheck[];
  readonly looksAtFirst: boolean;
  readonly looksAtLast: boolean;
  readonly looksAtEvery: boolean;
  readonly #type: AnswerType;

  constructor(type: AnswerType, checks: readonly Check[]) {
    this.#type = type;
    this.checks = checks.flatMap((check) => {
      if (!('jsonPath' in check)) return [];
      const { path, equals, message = 'every' } = check.jsonPath;
      return [{ ...type.want(parseJsonPath(path) ?? [], equals), path, message }];
    });
    const looksAt = (message: CheckedMessage) => this.checks.some((check) => check.message === message);
    this.looksAtFirst = looksAt('first');
    this.looksAtLast = looksAt('last');
    this.looksAtEvery = looksAt('every');
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
