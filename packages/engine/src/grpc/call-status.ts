/** Checks on the status of a gRPC call, compiled once. */
import type { Check } from '@plimsoll/contracts/check';
import { type GrpcStatus, grpcStatuses } from '@plimsoll/contracts/grpc-status';
import type { Judge } from '../scenario/checks.ts';
import type { StreamedAnswer } from '../stream/message-checks.ts';

/** A call that has ended. */
export interface CheckedCall extends StreamedAnswer {
  /** The status that the target answered; null where the plan's own time ended the stream. */
  readonly checkedStatus: GrpcStatus | null;
}

export function statusJudge(check: Check): Judge<CheckedCall> | null {
  if (!('grpcStatus' in check)) return null;
  const wanted = goodStatuses(check.grpcStatus);
  return ({ checkedStatus: got }) =>
    got === null || wanted.includes(got) ? null : { kind: 'wrongGrpcStatus', got, wanted: wanted.join(', ') };
}

/** The statuses beside OK that count as good, by number: each check on the status has to allow them. */
export function listGood(checks: readonly Check[]): readonly number[] {
  const allowed = checks.flatMap((check) => ('grpcStatus' in check ? [goodStatuses(check.grpcStatus)] : []));
  return allowed.length === 0
    ? []
    : grpcStatuses.flatMap((name, status) => (allowed.every((names) => names.includes(name)) ? [status] : []));
}

function goodStatuses(written: GrpcStatus | GrpcStatus[]): readonly GrpcStatus[] {
  return typeof written === 'string' ? [written] : written;
}
