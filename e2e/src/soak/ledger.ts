/** The runs of the soak: asked for again and again, followed to their end, and held against what the target counted. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from './journal.ts';
import type { ScaledStack } from './scaled-stack.ts';

interface Summary {
  readonly sent: number;
  readonly dropped: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

interface Run {
  readonly state: string;
  readonly stateReason: string | null;
  readonly attempt: number;
  readonly summary: Summary | null;
}

/** A run that was asked for, over or given up on. */
interface Followed {
  readonly id: string;
  /** Requests of its plan. */
  readonly planned: number;
  /** When it was asked for and when it was seen to be over, ms of the monotonic clock: those of the product may be stepped. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly run: Run;
}

const over = ['completed', 'stopped', 'auto_stopped', 'worker_lost', 'control_lost', 'start_failed', 'target_refused'];
/** Outcomes of requests that need not have reached the target. */
const unarrived = ['connect_refused', 'connect_timeout', 'reset', 'closed_early', 'cut_off'];
const rate = 40;
/** No more are asked for while so many wait or are under way: the machine may be slow, and a queue without end proves nothing. */
const mostAtOnce = 6;
/** Load, last timeouts and what a reaper waits beyond them, with room. */
const underWayMs = 150_000;
/** On a slow machine many wait for their turn; that is no loss. */
const queuedMs = 900_000;
const lookEveryMs = 2000;

export interface Account {
  readonly runs: number;
  readonly states: Readonly<Record<string, number>>;
  /** Requests of completed runs that were planned and are in no sample, and all of runs that never ended, or ended for no fault that may end one. */
  readonly lost: number;
  /** Requests that the target saw beyond the plan, that a run counted and the target did not, and attempts beyond the first. */
  readonly doubled: number;
  readonly remarks: readonly string[];
}

export interface Ledger {
  /** Asks for one more run, over one API process or the other, until one of them takes it; for none while enough are at it. */
  launch(round: number): Promise<void>;
  /** Waits until every run is over, and adds up. */
  settle(): Promise<Account>;
}

export function openLedger({ ask, witness, target }: ScaledStack, journal: Journal): Ledger {
  const followed: Promise<Followed>[] = [];
  let open = 0;

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
      await sleep(lookEveryMs);
    }
  }

  async function follow(id: string, planned: number): Promise<Followed> {
    const fromMs = performance.now();
    open += 1;
    const run = await findOver(id);
    open -= 1;
    return { id, planned, fromMs, toMs: performance.now(), run };
  }

  /** Requests of this run that are missing. */
  function lostOf({ run, planned, fromMs, toMs }: Followed): number {
    if (!over.includes(run.state)) return planned;
    if (run.state === 'completed') return Math.max(0, planned - (run.summary?.sent ?? 0) - (run.summary?.dropped ?? 0));
    return journal.mayHaveEnded(fromMs, toMs) ? 0 : planned;
  }

  return {
    async launch(round) {
      if (open >= mostAtOnce) return;
      const seconds = 6 + (round % 4) * 4;
      const load = { model: 'open', rate, duration: `${seconds}s`, maxConnections: 6 };
      const plan = { version: 1, name: `soak ${round % 7}`, generators: round % 3 === 2 ? 2 : 1, target: { url: target.url }, load };
      // The same key whichever process answers: a request that was taken and whose answer got lost makes no second run.
      const key = randomUUID();
      for (let tries = 0; tries < 40; tries += 1) {
        const api = (round + tries) % 2;
        const answer = await ask(api, 'POST', '/api/v1/runs', { plan }, { 'idempotency-key': key }).catch(() => null);
        if (answer?.status === 201 || answer?.status === 200) {
          const { id } = (await answer.json()) as { id: string };
          followed.push(follow(id, seconds * rate));
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
      for (const one of await Promise.all(followed)) {
        const { id, planned, run, fromMs } = one;
        states[run.state] = (states[run.state] ?? 0) + 1;
        const counted = (await witness.counts()).byRun[id] ?? 0;
        const { sent = 0, outcomes = {} } = run.summary ?? {};
        const arrived = unarrived.reduce((so, kind) => so - (outcomes[kind] ?? 0), sent);
        const missing = lostOf(one);
        const beyond = Math.max(0, counted - planned) + Math.max(0, arrived - counted) + (run.attempt - 1);
        if (missing + beyond > 0)
          remarks.push(
            `${id} asked for at ${journal.second(fromMs)} s, ${run.state} (${run.stateReason}): planned ${planned}, in samples ${sent}, at the target ${counted}, attempt ${run.attempt}`,
          );
        lost += missing;
        doubled += beyond;
      }
      return { runs: followed.length, states, lost, doubled, remarks };
    },
  };
}
