/** The services of both sides: started together, started anew between two rounds, and stopped together. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { durationMs } from '@plimsoll/contracts/duration';
import { commandWords } from '@plimsoll/wording/command-words';
import type { Fault } from '../result/fault.ts';
import { sideNames } from '../result/side-names.ts';
import { hasEnded, type Service, type ServiceOrder, serviceFault, startService, stopService } from './service.ts';

export interface ServiceOptions {
  readonly base: string;
  readonly head: string;
  readonly baseCmd?: string;
  readonly headCmd?: string;
  readonly ready?: string;
  readonly readyWithin: string;
  readonly logs?: string;
}

export interface Services {
  /** Aborts, with the Fault, once one of them ended by itself or was not restarted. */
  readonly lost: AbortSignal;
  /** Stops all and starts them anew. Throws what `lost` is aborted with. */
  restart(): Promise<void>;
  /** None of their processes is left after it. */
  stop(): Promise<void>;
}

const lookEveryMs = 500;

/** Answers once all are ready. Throws a Fault otherwise, with nothing left running. */
export async function startServices(options: ServiceOptions, signal: AbortSignal): Promise<Services> {
  const folder = options.logs ?? mkdtempSync(join(tmpdir(), 'plimsoll-services-'));
  mkdirSync(folder, { recursive: true });
  const forget = () => options.logs === undefined && rmSync(folder, { recursive: true, force: true });
  const orders = listOrders(options, folder);
  const [lost, closing] = [new AbortController(), new AbortController()];
  let restarting: Promise<void> | null = null;
  let running: readonly Service[] = [];
  let watching: NodeJS.Timeout | undefined;
  const start = async () => {
    running = await startAll(orders, AbortSignal.any([signal, closing.signal]));
    watching = setInterval(() => {
      const ended = running.find(hasEnded);
      if (ended) lose(serviceFault(ended, commandWords.fault.endedLate({ name: ended.order.name })));
    }, lookEveryMs);
  };
  const end = async () => {
    clearInterval(watching);
    await Promise.all(running.map(stopService));
    running = [];
  };
  const lose = (fault: Fault) => {
    clearInterval(watching);
    lost.abort(fault);
  };
  await start().catch((error: unknown) => {
    forget();
    throw error;
  });
  const startAnew = async () => {
    await end();
    await start().catch((error: Fault) => {
      lose(error);
      throw error;
    });
  };
  return {
    lost: lost.signal,
    restart() {
      restarting = startAnew();
      return restarting;
    },
    async stop() {
      closing.abort();
      await restarting?.catch(() => undefined);
      await end();
      forget();
    },
  };
}

function listOrders({ base, head, baseCmd, headCmd, ready, readyWithin }: ServiceOptions, folder: string): ServiceOrder[] {
  const order = (name: string, command: string | undefined, url: string): ServiceOrder[] =>
    command === undefined
      ? []
      : [
          {
            name,
            command,
            url,
            ready: ready === undefined ? null : new URL(ready, url).href,
            withinMs: durationMs(readyWithin),
            log: join(folder, `${name}.log`),
          },
        ];
  return [...order(sideNames[0], baseCmd, base), ...order(sideNames[1], headCmd, head)];
}

/** One that does not start takes the others with it. */
async function startAll(orders: readonly ServiceOrder[], signal: AbortSignal): Promise<Service[]> {
  const failed = new AbortController();
  const together = AbortSignal.any([signal, failed.signal]);
  const begun = await Promise.allSettled(
    orders.map((order) =>
      startService(order, together).catch((error: unknown) => {
        failed.abort(error);
        throw error;
      }),
    ),
  );
  const running = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (running.length === orders.length) return running;
  await Promise.all(running.map(stopService));
  signal.throwIfAborted();
  throw failed.signal.reason;
}
