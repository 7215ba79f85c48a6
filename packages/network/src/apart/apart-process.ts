/**
 * A process of its own for what reads whatever a stranger's server sends. It is killed when it has not answered in time. A thread would not
 * do: a name that nobody answers for holds a thread's end for as long as the system looks for it, and every other name of the process waits
 * behind it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { builtProgram } from '@plimsoll/programs/built-program';
import { ApartError } from './apart-error.ts';
import type { ApartAsk, FromApart } from './apart-messages.ts';

export interface ApartOptions {
  /** The module that the process runs: it calls `answerAsks`. */
  readonly module: URL;
  /** All that it has of ours. */
  readonly environment: Readonly<Record<string, string>>;
  /** Flags of Node, for tests. */
  readonly flags?: readonly string[];
  /** It has the processor as its caller has. */
  readonly keepsUp?: boolean;
}

export interface ApartProcess {
  /** Its time runs from when the process takes it up. Throws ApartError: `late`, `broke`, `unstarted`. */
  ask<Answer>(work: string, question: unknown, limitMs: number): Promise<Answer>;
  /** Null: it ended. */
  readonly pid: number | null;
  close(): void;
}

interface Pending {
  readonly limitMs: number;
  /** The process has taken it up. */
  begun: boolean;
  timer: NodeJS.Timeout;
  resolve(answer: unknown): void;
  reject(error: ApartError): void;
}

/** To begin with, on a busy machine. */
const longestStartMs = 10_000;
/** A process that gives up by itself in time has a better reason to tell. */
const graceMs = 500;
const mostHeapMegabytes = 96;

export function openApartProcess({ module, environment, flags = [], keepsUp = false }: ApartOptions): ApartProcess {
  const child = fork(fileURLToPath(builtProgram(module)), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${mostHeapMegabytes}`, ...flags],
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (!keepsUp) giveWay(child);
  // Whoever is done need not wait for it.
  child.unref();
  child.channel?.unref();
  const pending = new Map<number, Pending>();
  let nextId = 1;
  let open = true;

  const end = (error: ApartError) => {
    open = false;
    for (const { timer, begun, reject } of pending.values()) {
      clearTimeout(timer);
      reject(begun || error.code === 'closed' ? error : new ApartError('unstarted'));
    }
    pending.clear();
    kill(child);
  };
  const late = () => end(new ApartError('late'));
  const unstarted = () => end(new ApartError('unstarted'));
  const settle = (id: number): Pending | undefined => {
    const asked = pending.get(id);
    if (asked) clearTimeout(asked.timer);
    pending.delete(id);
    return asked;
  };
  child.on('message', (message: FromApart) => {
    if (message.kind === 'answered') settle(message.id)?.resolve(message.answer);
    else if (message.kind === 'failed') settle(message.id)?.reject(new ApartError('broke', message.reason));
    else {
      const asked = pending.get(message.id);
      if (!asked) return;
      clearTimeout(asked.timer);
      asked.begun = true;
      asked.timer = setTimeout(late, asked.limitMs + graceMs);
    }
  });
  child.on('error', () => end(new ApartError('broke'))).on('exit', () => end(new ApartError('broke')));

  return {
    get pid() {
      return open ? (child.pid ?? null) : null;
    },
    ask: (work, question, limitMs) =>
      new Promise((resolve, reject) => {
        if (!open) return reject(new ApartError('broke'));
        const asked: ApartAsk = { id: nextId++, work, question, limitMs };
        pending.set(asked.id, {
          limitMs,
          begun: false,
          timer: setTimeout(unstarted, longestStartMs),
          resolve: resolve as (answer: unknown) => void,
          reject,
        });
        child.send(asked, () => undefined);
        return undefined;
      }),
    close: () => end(new ApartError('closed')),
  };
}

/** The caller goes before the processes that strangers keep busy, where cores are short. */
function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is gone already.
  }
}

function kill(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}
