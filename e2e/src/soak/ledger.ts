/** The runs of the soak: asked for again and again, and at the end held against what the target counted. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScaledStack } from './scaled-stack.ts';

interface Run {
  readonly state: string;
  readonly attempt: number;
  readonly summary: { readonly sent: number } | null;
}

const over = ['completed', 'stopped', 'auto_stopped', 'worker_lost', 'control_lost', 'start_failed', 'target_refused'];
const rate = 40;
/** Load, last timeouts and what a reaper waits beyond them, with room. */
const underWayMs = 150_000;
/** On a slow machine many wait for their turn; that is no loss. */
const queuedMs = 900_000;

export interface Account {
  readonly runs: number;
  readonly states: Readonly<Record<string, number>>;
  /** Requests of completed runs that were planned and are in no sample, and runs that never ended. */
  readonly lost: number;
  /** Requests that the target saw beyond the plan, that a run counted and the target did not, and attempts beyond the first. */
  readonly doubled: number;
  readonly remarks: readonly string[];
}

export interface Ledger {
  /** Asks for one more run, over one API process or the other, until one of them takes it. */
  launch(round: number): Promise<void>;
  /** Waits until every run is over, and adds up. */
  settle(): Promise<Account>;
}

export function openLedger({ ask, witness }: ScaledStack): Ledger {
  const planned = new Map<string, number>();

  /** Opens the stream of a run and leaves it somewhere in between, as people do. */
  async function watch(api: number, id: string): Promise<void> {
    const left = AbortSignal.timeout(500 + Math.random() * 9000);
    const stream = await ask(api, 'GET', `/api/v1/runs/${id}/live`, undefined, { accept: 'text/event-stream' });
    const reader = stream.body?.getReader();
    left.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
    while (reader && !(await reader.read()).done);
  }

  async function find(id: string): Promise<Run> {
    for (let tries = 0; ; tries += 1)
      try {
        const answer = await ask(tries % 2, 'GET', `/api/v1/runs/${id}`);
        if (answer.ok) return (await answer.json()) as Run;
        throw new Error(`HTTP ${answer.status}`);
      } catch (error) {
        if (tries > 60) throw error;
        await sleep(1000);
      }
  }

  /** The run when it is over; as it is when it was under way for longer than any of these may be, or waits for its turn for ever. */
  async function findOver(id: string): Promise<Run> {
    const asked = performance.now();
    let underWaySince: number | undefined;
    for (;;) {
      const run = await find(id);
      if (over.includes(run.state) && (run.summary !== null || run.state !== 'completed')) return run;
      if (run.state !== 'queued') underWaySince ??= performance.now();
      if (performance.now() - (underWaySince ?? asked) > (underWaySince === undefined ? queuedMs : underWayMs)) return run;
      await sleep(1000);
    }
  }

  return {
    async launch(round) {
      const seconds = 6 + (round % 4) * 4;
      const load = { model: 'open', rate, duration: `${seconds}s`, maxConnections: 6 };
      const plan = { version: 1, name: `soak ${round % 7}`, generators: round % 3 === 2 ? 2 : 1, target: { url: witness.url }, load };
      // The same key whichever process answers: a request that was taken and whose answer got lost makes no second run.
      const key = randomUUID();
      for (let tries = 0; tries < 40; tries += 1) {
        const api = (round + tries) % 2;
        const answer = await ask(api, 'POST', '/api/v1/runs', { plan }, { 'idempotency-key': key }).catch(() => null);
        if (answer?.status === 201 || answer?.status === 200) {
          const { id } = (await answer.json()) as { id: string };
          planned.set(id, seconds * rate);
          for (const viewer of [0, 1]) void watch(viewer, id).catch(() => undefined);
          return;
        }
        await sleep(1000);
      }
    },
    async settle() {
      const states: Record<string, number> = {};
      const remarks: string[] = [];
      let [lost, doubled] = [0, 0];
      for (const [id, most] of planned) {
        const run = await findOver(id);
        states[run.state] = (states[run.state] ?? 0) + 1;
        const counted = (await witness.counts()).byRun[id] ?? 0;
        const sent = run.summary?.sent ?? 0;
        const missing = over.includes(run.state) ? (run.state === 'completed' ? Math.max(0, most - sent) : 0) : most;
        const beyond = Math.max(0, counted - most) + Math.max(0, sent - counted) + (run.attempt - 1);
        if (missing + beyond > 0)
          remarks.push(`${id} ${run.state}: planned ${most}, in samples ${sent}, at the target ${counted}, attempt ${run.attempt}`);
        lost += missing;
        doubled += beyond;
      }
      return { runs: planned.size, states, lost, doubled, remarks };
    },
  };
}
