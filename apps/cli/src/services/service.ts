/** A service that a shell command starts: in a process group of its own, with its output in a file, and stopped whatever becomes of this command. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandWords } from '@plimsoll/wording/command-words';
import { environment } from '../config.ts';
import { Fault } from '../result/fault.ts';
import { withoutToken } from '../server/given-token.ts';
import { portOf } from './port-of.ts';
import { answers, isListening } from './readiness.ts';
import { endGroup, isAlive, type ServiceGroup, serviceMark } from './service-processes.ts';

export interface ServiceOrder {
  readonly name: string;
  /** For `sh -c`. */
  readonly command: string;
  /** What is loaded: it is free before the start, and its port is the command's PORT. */
  readonly url: string;
  /** Answers with a status below 400 once the service is ready; null: anything at `url` counts. */
  readonly ready: string | null;
  readonly withinMs: number;
  /** Standard output and error are added to it. */
  readonly log: string;
}

export interface Service {
  readonly order: ServiceOrder;
  readonly group: ServiceGroup;
  readonly guard: ChildProcess;
}

const shell = '/bin/sh';
const lookEveryMs = 100;
const shownLines = 20;

/** Answers once it is ready. Throws a Fault, with the end of its output, if it does not become so; nothing of it is left then. */
export async function startService(order: ServiceOrder, signal: AbortSignal): Promise<Service> {
  const { name, command, url, log } = order;
  if (await isListening(url)) throw new Fault(commandWords.fault.portTaken({ name, url }));
  signal.throwIfAborted();
  const mark = randomUUID();
  const output = openSync(log, 'a', 0o600);
  const env = { ...withoutToken(environment), PORT: String(portOf(url)), [serviceMark]: mark };
  const child = spawn(shell, ['-c', command], { detached: true, stdio: ['ignore', output, output], env });
  closeSync(output);
  const started = await new Promise<number | Error>((resolve) => {
    child.once('error', resolve);
    child.once('spawn', () => resolve(child.pid as number));
  });
  if (typeof started !== 'number') throw new Fault(commandWords.fault.notStarted({ name, reason: started.message }));
  const service: Service = { order, group: { leader: started, mark }, guard: guardGroup(started) };
  try {
    await untilReady(service, signal);
    return service;
  } catch (error) {
    await stopService(service);
    throw error;
  }
}

export async function stopService({ group, guard }: Service): Promise<void> {
  await endGroup(group);
  guard.stdin?.end('over\n');
}

/** Has it ended by itself? */
export function hasEnded({ group }: Service): boolean {
  return !isAlive(group);
}

/** Why a service is no longer measured, with the end of its output. */
export function serviceFault({ order: { name, log } }: Service, why: string): Fault {
  const said = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-shownLines);
  const output =
    said.join('').trim() === '' ? commandWords.fault.saidNothing({ name }) : said.map((line) => `${name} | ${line}`).join('\n');
  return new Fault(`${why}\n${output}`, 'unanswered');
}

async function untilReady(service: Service, signal: AbortSignal): Promise<void> {
  const { name, url, ready, withinMs } = service.order;
  for (const endMs = performance.now() + withinMs; performance.now() < endMs; await sleep(lookEveryMs, undefined, { signal })) {
    if (hasEnded(service)) throw serviceFault(service, commandWords.fault.endedEarly({ name }));
    if (await answers(url, ready, signal)) return;
  }
  const seconds = Math.round(withinMs / 1000);
  throw serviceFault(service, commandWords.fault.notReady({ name, url: ready ?? url, seconds }));
}

/** A shell that ends the group when its standard input ends without a word: when this process was killed, and could not do so itself. */
function guardGroup(leader: number): ChildProcess {
  const script =
    'trap "" INT TERM HUP; read -r word; [ "$word" = over ] && exit; kill -s TERM -- "-$1"; sleep 5; kill -s KILL -- "-$1" 2>/dev/null';
  const guard = spawn(shell, ['-c', script, shell, String(leader)], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return guard;
}
