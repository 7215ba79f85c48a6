/** A plan's checks, compiled once. Bodies are searched while they arrive; nothing is kept for that. */

import type { Check } from '@plimsoll/contracts/check';
import { durationMs } from '@plimsoll/contracts/duration';
import type { GrpcStatus } from '@plimsoll/contracts/grpc-status';
import { parseJsonPath, valueAtPath } from '@plimsoll/contracts/json-path';
import type { CheckFailure, UndecodedBody } from '@plimsoll/wording/request-failure-sentence';

/** What a check may look at of a gRPC call that has ended. */
export interface CheckedCall {
  /** The status that the target answered; null where the plan's own time ended the stream. */
  readonly checkedStatus: GrpcStatus | null;
  /** How many messages came. */
  readonly messageCount: number;
  /** What is wrong with them by the n-th check on messages, or null. */
  messageFailure(nth: number): CheckFailure | null;
}

/** What a check may look at when the response is complete. */
export interface CheckedResponse {
  readonly status: number;
  readonly bodyBytes: number;
  readonly responseTimeUs: number;
  header(name: string): string | null;
  /** True if the n-th text of {@link CheckList.needles} was in the body. */
  contained(needle: number): boolean;
  /** The whole body, unpacked; null if it was too large to keep or cannot be unpacked. */
  wholeBody(): Buffer | null;
  /** The body was not kept because other bodies had taken all memory for them. */
  readonly outOfRoom: boolean;
  /** Why the body could not be unpacked, once it was to be. */
  readonly undecoded: UndecodedBody | null;
  /** The body parsed as JSON; undefined if it is not JSON. */
  json(): unknown;
  /** Null where it is a response to an HTTP request. */
  readonly call: CheckedCall | null;
}

type Judge = (response: CheckedResponse) => CheckFailure | null;

export interface CheckList {
  /** What the first check that failed found, or null. */
  judge(response: CheckedResponse): CheckFailure | null;
  /** Texts to look for in the body. */
  readonly needles: readonly Buffer[];
  readonly readsHeaders: boolean;
  readonly readsBody: boolean;
  readonly isEmpty: boolean;
}

/** `ofCall`: they are held against a gRPC call. Checks on its messages are judged while these come, in the order of the plan. */
export function compileChecks(checks: readonly Check[], ofCall = false): CheckList {
  const needles: Buffer[] = [];
  let onMessages = 0;
  const judges = checks.map((check): Judge => {
    if ('status' in check) return statusJudge(check.status);
    if ('maxBodyBytes' in check)
      return ({ bodyBytes }) =>
        bodyBytes > check.maxBodyBytes ? { kind: 'bodyTooLong', got: bodyBytes, limit: check.maxBodyBytes } : null;
    if ('maxResponseTime' in check) {
      const limitUs = durationMs(check.maxResponseTime) * 1000;
      return ({ responseTimeUs }) =>
        responseTimeUs > limitUs ? { kind: 'tookTooLong', got: responseTimeUs / 1000, limit: check.maxResponseTime } : null;
    }
    if ('header' in check) {
      const name = check.header.name.toLowerCase();
      return (response) => {
        const value = response.header(name);
        if (value === null) return { kind: 'headerMissing', name: check.header.name };
        return value.includes(check.header.contains)
          ? null
          : { kind: 'headerLacks', name: check.header.name, text: check.header.contains, got: value };
      };
    }
    if ('grpcStatus' in check) return callStatusJudge(goodStatuses(check));
    if ('messageCount' in check) return messageCountJudge(check.messageCount);
    if ('jsonPath' in check && ofCall) {
      const nth = onMessages++;
      return ({ call }) => call?.messageFailure(nth) ?? null;
    }
    if ('jsonPath' in check) return jsonJudge(check.jsonPath.path, check.jsonPath.equals);
    const needle = needles.push(Buffer.from(check.bodyContains)) - 1;
    return (response) => {
      if (response.contained(needle)) return null;
      return response.undecoded ?? { kind: 'bodyLacks', text: check.bodyContains };
    };
  });
  return {
    needles,
    readsHeaders: checks.some((check) => 'header' in check),
    readsBody: !ofCall && checks.some((check) => 'jsonPath' in check),
    isEmpty: judges.length === 0,
    judge(response) {
      for (const judge of judges) {
        const failed = judge(response);
        if (failed !== null) return failed;
      }
      return null;
    },
  };
}

function jsonJudge(path: string, wanted: string | number | boolean | null): Judge {
  const steps = parseJsonPath(path) ?? [];
  return (response) => {
    if (!response.wholeBody()) return response.undecoded ?? { kind: response.outOfRoom ? 'noRoomForBody' : 'bodyNotKept', path };
    const json = response.json();
    if (json === undefined) return { kind: 'bodyNoJson', path };
    const value = valueAtPath(json, steps);
    return value === wanted ? null : { kind: 'wrongValue', path, got: value, wanted };
  };
}

function statusJudge(wanted: number | readonly number[] | string): Judge {
  const matches = statusMatcher(wanted);
  const text = Array.isArray(wanted) ? wanted.join(', ') : String(wanted);
  return ({ status }) => (matches(status) ? null : { kind: 'wrongStatus', got: status, wanted: text });
}

type StatusCheck = Extract<Check, { grpcStatus: unknown }>;

/** The statuses that such a check lets count as good. */
export function goodStatuses({ grpcStatus }: StatusCheck): readonly GrpcStatus[] {
  return typeof grpcStatus === 'string' ? [grpcStatus] : grpcStatus;
}

function callStatusJudge(wanted: readonly GrpcStatus[]): Judge {
  return ({ call }) => {
    const got = call?.checkedStatus ?? null;
    return got === null || wanted.includes(got) ? null : { kind: 'wrongGrpcStatus', got, wanted: wanted.join(', ') };
  };
}

function messageCountJudge({ min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }): Judge {
  return ({ call }) => {
    const got = call?.messageCount ?? 0;
    if (min !== undefined && got < min) return { kind: 'tooFewMessages', got, limit: min };
    return max !== undefined && got > max ? { kind: 'tooManyMessages', got, limit: max } : null;
  };
}

/** A predicate for `200`, `[200, 201]`, `"2xx"` or `"200-299"`. */
export function statusMatcher(wanted: number | readonly number[] | string): (status: number) => boolean {
  if (typeof wanted === 'number') return (status) => status === wanted;
  if (typeof wanted !== 'string') return (status) => wanted.includes(status);
  if (wanted.endsWith('xx')) return (status) => Math.floor(status / 100) === Number(wanted[0]);
  const [low = 0, high = 0] = wanted.split('-').map(Number);
  return (status) => status >= low && status <= high;
}
