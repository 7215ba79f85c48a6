/** A reason to end that is no verdict: wrong arguments, a file that is not there, a server that is away. */
import type { ExitReason } from './exit-code.ts';

export class Fault extends Error {
  readonly reason: ExitReason;
  constructor(message: string, reason: ExitReason = 'usage') {
    super(message);
    this.name = 'Fault';
    this.reason = reason;
  }
}
