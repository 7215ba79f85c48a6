/** The first few failures of each kind of a run, and of each request of its plan, for people to look at; the first redirect besides. */

import { type GrpcStatus, grpcStatuses } from '@plimsoll/contracts/grpc-status';
import type { ErrorExample, OutcomeKind } from '@plimsoll/contracts/outcome';
import { maskedSecret } from '@plimsoll/contracts/problem';
import { mostLocationSigns } from '@plimsoll/contracts/redirect';
import { mapUrlSecrets } from '@plimsoll/contracts/text-secrets';
import { ConnectionError, errorCode } from '@plimsoll/network/connection-error';
import type { SecretMask } from '@plimsoll/network/secret-mask';
import { type CheckFailure, failedOutcome, requestFailureSentence, saysNotConnected } from '@plimsoll/wording/request-failure-sentence';
import { bodyHeadBytes } from '../protocol/memory-budget.ts';
import type { RequestSlot } from '../protocol/request-slot.ts';

export const examplesPerKind = 5;

/** Groups examples: by the status of a response that failed by it, else by the outcome, and by the plan's request. */
export function exampleKey({
  outcome,
  status,
  grpcStatus,
  request,
}: Pick<ErrorExample, 'outcome' | 'status' | 'grpcStatus' | 'request'>): string {
  return `${outcome === 'response' ? (grpcStatus ?? status) : outcome} ${request ?? ''}`;
}

export class ErrorSampler {
  readonly #kept = new Map<string, number>();
  readonly #mask: SecretMask;
  #hidden = false;
  #redirects = 0;

  constructor(mask: SecretMask) {
    this.#mask = mask;
  }

  /** From now on examples hold nothing that the target said. */
  hideAnswers(): void {
    this.#hidden = true;
  }

  /** The first redirect that is no failure. Asked of redirects only, so that other answers cost nothing. */
  takeRedirect(slot: RequestSlot, second: number): ErrorExample | null {
    return this.#redirects++ === 0 ? this.take(slot, 'response', null, second) : null;
  }

  /** The slot's request as a masked example, or null if there are enough of its group. `found`: what a check found. */
  take(slot: RequestSlot, outcome: OutcomeKind, found: CheckFailure | null, second: number): ErrorExample | null {
    const { status, request } = slot;
    const grpcStatus = slot.failedByOwnStatus ? { grpcStatus: grpcStatuses[slot.ownStatus] as GrpcStatus } : {};
    const kind = exampleKey({ outcome, status, ...grpcStatus, request: request.name });
    const kept = this.#kept.get(kind) ?? 0;
    if (kept >= examplesPerKind) return null;
    this.#kept.set(kind, kept + 1);
    const readable = (text: string, cut = false) => this.#mask(text.replaceAll('\u0000', '\ufffd'), slot, cut);
    const body = this.#hidden ? null : slot.body();
    const failure = this.#hidden ? failedOutcome(outcome) : found ? requestFailureSentence(found) : describeFailure(outcome, slot.error);
    return {
      outcome,
      status: status > 0 ? status : null,
      ...grpcStatus,
      message: readable(failure).slice(0, 1000),
      body: body && readable(body.toString('utf8'), body.length >= bodyHeadBytes || slot.bodyBytes > body.length),
      second,
      ...(slot.location === null || this.#hidden ? {} : { location: readable(maskLocation(slot.location)).slice(0, mostLocationSigns) }),
      request: request.name,
    };
  }
}

/** Without the credentials, the fragment and the values of secret names that an address may hold: they are the target's own. */
function maskLocation(location: string): string {
  const [shown = ''] = location.split('#', 1);
  return mapUrlSecrets(shown.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?]*@/i, '$1//'), () => maskedSecret);
}

function describeFailure(outcome: OutcomeKind, error: unknown): string {
  if (error instanceof ConnectionError && saysNotConnected(error.failure)) return error.message;
  const reason = error instanceof Error ? error.message : '';
  const code = errorCode(error);
  const told = code.startsWith('PLM') ? reason : [reason, code && `(${code})`].filter(Boolean).join(' ');
  return [failedOutcome(outcome), told].filter(Boolean).join(' ');
}
