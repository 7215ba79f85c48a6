/** A real API with a run to watch over real sockets. */

import type { liveSnapshotSchema } from '@plimsoll/contracts/live';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { until } from '@plimsoll/testbed/until';
import { beforeAll } from 'vitest';
import type { z } from 'zod';
import { type ApiScene, useApi } from '../support/scene.ts';
import { begin, launch, planInput, sampleAt } from '../support/stored-runs.ts';

export type Snapshot = z.infer<typeof liveSnapshotSchema>;
export interface Heard {
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
}

/** Reads a run's events over a real socket until it ends, is left, or the time is up. */
export class Listener {
  readonly events: Heard[] = [];
  readonly done: Promise<void>;
  status = 0;
  headers = new Headers();
  readonly #abort = new AbortController();

  constructor(url: string, headers: Record<string, string>) {
    this.done = this.#read(url, headers).catch(() => undefined);
  }

  async #read(url: string, headers: Record<string, string>): Promise<void> {
    const answer = await fetch(url, { headers, signal: this.#abort.signal });
    this.status = answer.status;
    this.headers = answer.headers;
    let rest = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
    const event = fields.get('event');
    if (event) this.events.push({ id: Number(fields.get('id')), event, data: JSON.parse(fields.get('data') ?? 'null') });
  }

  leave(): void {
    this.#abort.abort();
  }

  of(event: string): Heard[] {
    return this.events.filter((heard) => heard.event === event);
  }

  /** Seconds seen, from the snapshot and the single ones, in order. */
  get seconds(): number[] {
    return this.events.flatMap(({ event, data }) =>
      event === 'snapshot' ? (data as Snapshot).points.map(({ second }) => second) : event === 'sample' ? [(data as Point).second] : [],
    );
  }

  async until(what: (listener: this) => boolean, ms = 10_000): Promise<void> {
    const heard = () => this.events.map(({ event, id }) => `${event}#${id}`);
    await until('what a listener waits for', ms, heard, () => what(this));
  }
}

export const sample = (second: number) => sampleAt(second, [5, 6, 7, 8 + second]);

export interface LiveScene extends ApiScene {
  /** Where the API listens. */
  readonly base: string;
  readonly credentials: Record<string, string>;
  listen(runId: string, headers?: Record<string, string>): Listener;
  /** A run under way. */
  running(plan?: ReturnType<typeof planInput>): Promise<Run>;
}

/** `test`, `boss`, `listen` and `running` may be taken out of the answer at once; `base` and `credentials` stand when the hooks have run. */
export function useLiveScene(): LiveScene {
  const { test, boss } = useApi();
  let base: string;
  let credentials: Record<string, string>;
  beforeAll(async () => {
    base = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const made = await boss<{ token: string }>('POST', api.tokens, { name: 'viewer' });
    credentials = { authorization: `Bearer ${made.body.token}` };
  });
  return {
    test,
    boss,
    get base() {
      return base;
    },
    get credentials() {
      return credentials;
    },
    listen: (runId, headers = {}) => new Listener(base + api.live(runId), { ...credentials, ...headers }),
    async running(plan = planInput()) {
      const run = await launch(boss, plan);
      await begin(test, run.id);
      return run;
    },
  };
}
