/** Checks that look into an HTTP response, compiled once. Bodies are searched while they arrive; nothing is kept for that. */
import type { Check } from '@plimsoll/contracts/check';
import { parseJsonPath, valueAtPath } from '@plimsoll/contracts/json-path';
import type { UndecodedBody } from '@plimsoll/wording/request-failure-sentence';
import { type CheckedAnswer, type CheckList, compileChecks, type Judge } from '../scenario/checks.ts';

/** The parts of a complete response that a check may look at. */
export interface CheckedResponse extends CheckedAnswer {
  /** Headers by lower-case name. */
  header(name: string): string | null;
  /** True if the n-th text of {@link ResponseChecks.needles} was in the body. */
  contained(needle: number): boolean;
  /** The whole body, unpacked; null if it was too large to keep or cannot be unpacked. */
  wholeBody(): Buffer | null;
  /** The body was not kept because other bodies had taken all memory for them. */
  readonly outOfRoom: boolean;
  /** The reason why the body could not be unpacked, once it was to be. */
  readonly undecoded: UndecodedBody | null;
  /** The body parsed as JSON; undefined if it is not JSON. */
  json(): unknown;
}

export interface ResponseChecks extends CheckList<CheckedResponse> {
  /** Texts to look for in the body. */
  readonly needles: readonly Buffer[];
  readonly readsHeaders: boolean;
  readonly readsBody: boolean;
}

export function compileResponseChecks(checks: readonly Check[]): ResponseChecks {
  const needles: Buffer[] = [];
  const own = (check: Check): Judge<CheckedResponse> | null => {
    if ('header' in check) return headerJudge(check.header.name, check.header.contains);
    if ('jsonPath' in check) return jsonJudge(check.jsonPath.path, check.jsonPath.equals);
    if (!('bodyContains' in check)) return null;
    const needle = needles.push(Buffer.from(check.bodyContains)) - 1;
    return (response) => {
      if (response.contained(needle)) return null;
      return response.undecoded ?? { kind: 'bodyLacks', text: check.bodyContains };
    };
  };
  return {
    ...compileChecks(checks, own),
    needles,
    readsHeaders: checks.some((check) => 'header' in check),
    readsBody: checks.some((check) => 'jsonPath' in check),
  };
}

export function headerJudge(written: string, contains: string): Judge<CheckedResponse> {
  const name = written.toLowerCase();
  return (response) => {
    const value = response.header(name);
    if (value === null) return { kind: 'headerMissing', name: written };
    return value.includes(contains) ? null : { kind: 'headerLacks', name: written, text: contains, got: value };
  };
}

function jsonJudge(path: string, wanted: string | number | boolean | null): Judge<CheckedResponse> {
  const steps = parseJsonPath(path) ?? [];
  return (response) => {
    if (!response.wholeBody()) return response.undecoded ?? { kind: response.outOfRoom ? 'noRoomForBody' : 'bodyNotKept', path };
    const json = response.json();
    if (json === undefined) return { kind: 'bodyNoJson', path };
    const value = valueAtPath(json, steps);
    return value === wanted ? null : { kind: 'wrongValue', path, got: value, wanted };
  };
}
