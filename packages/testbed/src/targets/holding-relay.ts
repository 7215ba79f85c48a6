/** Stands before a target and takes connections at once, but holds back the first bytes of each: a slow TLS handshake. */
import { connect, createServer } from 'node:net';
import { listen } from '../listen.ts';

export interface HoldingRelay {
  readonly port: number;
  /** How long each connection was really held, ms. */
  readonly heldMs: readonly number[];
  close(): Promise<void>;
}

export async function startHoldingRelay(targetPort: number, holdMs: number): Promise<HoldingRelay> {
  const heldMs: number[] = [];
  const server = createServer({ noDelay: true }, (outer) => {
    outer
      .on('error', () => {})
      .once('readable', () => {
        const fromMs = performance.now();
        setTimeout(() => {
          heldMs.push(performance.now() - fromMs);
          const inner = connect({ host: '127.0.0.1', port: targetPort, noDelay: true }).on('error', () => {});
          outer.pipe(inner).pipe(outer);
          outer.on('close', () => inner.destroy());
          inner.on('close', () => outer.destroy());
        }, holdMs);
      });
  });
  const { port, close } = await listen(server);
  return { port, heldMs, close };
}
