/** The server of `grpc-server.ts` in a thread of its own, so that it and the generator do not share an event loop. Its log is the oracle of times. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface WitnessedCall {
  readonly method: string;
  /** When its messages came, and when those of the answer went out: ms of the wall clock, with fractions. */
  readonly cameMs: readonly number[];
  readonly sentMs: readonly number[];
}

export interface GrpcWitness {
  /** `127.0.0.1:port`. */
  readonly address: string;
  calls(): Promise<readonly WitnessedCall[]>;
  /** Blocks the whole server for this long, once, beginning after `inMs`. */
  freeze(forMs: number, inMs: number): void;
  close(): Promise<void>;
}

export type GrpcWitnessMessage =
  | { readonly kind: 'calls' | 'close' }
  | { readonly kind: 'freeze'; readonly forMs: number; readonly inMs: number };

export async function startGrpcWitness(): Promise<GrpcWitness> {
  const worker = new Worker(new URL('./grpc-witness-thread.ts', import.meta.url));
  const [address] = (await once(worker, 'message')) as [string];
  const tell = (message: GrpcWitnessMessage) => worker.postMessage(message);
  const ask = async (kind: 'calls' | 'close') => {
    tell({ kind });
    const [calls] = (await once(worker, 'message')) as [WitnessedCall[]];
    return calls;
  };
  return {
    address,
    calls: () => ask('calls'),
    freeze: (forMs, inMs) => tell({ kind: 'freeze', forMs, inMs }),
    close: async () => {
      // Node ends the whole process where a thread that is being terminated gets data on HTTP/2.
      await ask('close');
      await worker.terminate();
    },
  };
}
