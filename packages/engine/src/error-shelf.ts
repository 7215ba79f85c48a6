/** The first few failures of each kind of a run, for people to look at. */
import type { ErrorExample, OutcomeKind } from '@plimsoll/contracts/outcome';
import { codeOf } from './outcome.ts';

export const examplesPerKind = 5;
export const bodyHeadBytes = 2048;

/** What an example is filed under: the status of a response that failed by it, else the outcome. */
export function kindOf(example: Pick<ErrorExample, 'outcome' | 'status'>): string {
  return example.outcome === 'response' ? String(example.status) : example.outcome;
}

const sentences: Record<OutcomeKind, string> = {
  response: 'The status counts as an error.',
  timeout: 'No complete response within the timeout.',
  connect_refused: 'The connection was refused.',
  connect_timeout: 'The connection could not be opened within the timeout.',
  reset: 'The target reset the connection.',
  closed_early: 'The target closed the connection before its response was complete.',
  tls: 'The TLS handshake failed.',
  dns: 'The host name could not be resolved.',
  protocol: 'The response is no valid HTTP.',
  refused_by_policy: 'The target policy refuses this address.',
  check_failed: 'A check failed.',
  cut_off: 'Cut off.',
};

export class ErrorShelf {
  readonly #kept = new Map<string, number>();
  readonly #mask: (text: string) => string;

  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  wants(outcome: OutcomeKind, status: number): boolean {
    return (this.#kept.get(kindOf({ outcome, status })) ?? 0) < examplesPerKind;
  }

  /** The example, masked, or null when there are enough of its kind. */
  take(what: {
    outcome: OutcomeKind;
    status: number;
    detail: string | null;
    error: unknown;
    body: Buffer | null;
    second: number;
    request: string | null;
  }): ErrorExample | null {
    if (!this.wants(what.outcome, what.status)) return null;
    const kind = kindOf(what);
    this.#kept.set(kind, (this.#kept.get(kind) ?? 0) + 1);
    const reason = what.error instanceof Error ? what.error.message : '';
    const code = codeOf(what.error);
    const told = code === 'PLM_DIAL' || code.startsWith('PLM') ? reason : [reason, code && `(${code})`].filter(Boolean).join(' ');
    const message = what.detail ?? [sentences[what.outcome], told].filter(Boolean).join(' ');
    return {
      outcome: what.outcome,
      status: what.status > 0 ? what.status : null,
      message: this.#readable(message).slice(0, 1000),
      body: what.body ? this.#readable(what.body.subarray(0, bodyHeadBytes).toString('utf8')) : null,
      second: what.second,
      request: what.request,
    };
  }

  /** Postgres keeps no NUL. */
  #readable(text: string): string {
    return this.#mask(text.replaceAll('\u0000', '\ufffd'));
  }
}
