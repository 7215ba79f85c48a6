/**
 * Failures of processes apart to answer. `late`: its time was up. `broke`: it ended, or what it did failed. `unstarted`: it did not come up, so
 * nobody was asked. `full`: too many wait, over all or, as `own_full`, of the caller. `closed`: it is not asked any more.
 */
export type ApartErrorCode = 'late' | 'broke' | 'unstarted' | 'full' | 'own_full' | 'closed';

export class ApartError extends Error {
  readonly code: ApartErrorCode;
  constructor(code: ApartErrorCode, reason = '') {
    super(reason);
    this.name = 'ApartError';
    this.code = code;
  }
}
