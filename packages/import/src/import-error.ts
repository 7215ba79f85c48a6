import type { Refusal } from '@plimsoll/contracts/refusal';

/** A text that becomes no plan. `refusal` says why, as a code with its values. */
export class ImportError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = 'ImportError';
    this.refusal = refusal;
  }
}
