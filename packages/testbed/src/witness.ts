/**
 * A well-behaved target that counts what it really got, in a thread of its own so that it and the generator do not share an
 * event loop. Its counts are the truth that a run's counts are compared with.
 */
import { Worker } from 'node:worker_threads';

export interface WitnessOptions {
  /** 0 = any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Every answer waits this long. */
  readonly delayMs?: number;
  /** Answers on these paths wait this long in place of `delayMs`. */
  readonly delays?: Readonly<Record<string, number>>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Every n-th request gets this status in place of `status`. */
  readonly every?: { readonly nth: number; readonly status: number };
  /** Keep a line for each request, besides the counts. */
  readonly log?: boolean;
  /** Serve https, with the certificates of `certificates.ts`; HTTP/2 and HTTP/1.1 by ALPN if `http2`. */
  readonly tls?: { readonly clientCertificate?: boolean };
  /** Speak HTTP/2: over TLS besides HTTP/1.1, else by prior knowledge only. */
  readonly http2?: boolean;
  /** HTTP/2 streams it allows at once on a connection. */
  readonly maxStreams?: number;
  /** Answer with the method, headers and body of the request as JSON. */
  readonly echo?: boolean;
}

export interface WitnessCounts {
  readonly connections: number;
  readonly requests: number;
  /** Requests whose response was handed to the system. */
  readonly answered: number;
  /** Requests under way at once, at most. */
  readonly mostAtOnce: number;
  readonly openConnections: number;
  readonly mostOpenConnections: number;
  readonly tlsHandshakes: number;
  readonly http2Requests: number;
  /** Requests by `X-Load-Test-Run`; `''` = without one. */
  readonly byRun: Readonly<Record<string, number>>;
}

export interface WitnessLine {
  /** Wall clock in ms with fractions, comparable within one machine. */
  readonly atMs: number;
  readonly runId: string;
  readonly attempt: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bodyBytes: number;
  /** From there until its answer was handed to the system, ms; 0 before that. */
  tookMs: number;
}

export interface Witness {
  readonly url: string;
  readonly port: number;
  counts(): Promise<WitnessCounts>;
  log(): Promise<WitnessLine[]>;
  /** Blocks the whole target for this long, once, beginning after `inMs`. */
  freeze(forMs: number, inMs?: number): void;
  /** Sets every count to 0; connections that are open stay open. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export type WitnessMessage =
  | { readonly kind: 'counts' | 'log' | 'reset' | 'close'; readonly id: number }
  | { readonly kind: 'freeze'; readonly forMs: number; readonly inMs: number };

/** Starts a witness and answers when it listens. */
export async function startWitness(options: WitnessOptions = {}): Promise<Witness> {
  const worker = new Worker(new URL('./witness-thread.ts', import.meta.url), { workerData: options });
  const waiting = new Map<number, (value: unknown) => void>();
  let asked = 0;
  const ask = <T>(kind: 'counts' | 'log' | 'reset' | 'close') =>
    new Promise<T>((resolve) => {
      const id = ++asked;
      waiting.set(id, resolve as (value: unknown) => void);
      worker.postMessage({ kind, id } satisfies WitnessMessage);
    });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: { port: number }) => resolve(message.port));
  });
  worker.on('message', (message: { id: number; value: unknown }) => {
    waiting.get(message.id)?.(message.value);
    waiting.delete(message.id);
  });
  return {
    url: `${options.tls ? 'https' : 'http'}://${options.host ?? '127.0.0.1'}:${port}/`,
    port,
    counts: () => ask<WitnessCounts>('counts'),
    log: () => ask<WitnessLine[]>('log'),
    reset: () => ask<void>('reset'),
    freeze: (forMs, inMs = 0) => worker.postMessage({ kind: 'freeze', forMs, inMs } satisfies WitnessMessage),
    close: async () => {
      await ask('close');
      await worker.terminate();
    },
  };
}
