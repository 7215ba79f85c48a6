/** A scenario of k6 as a load, by its executor. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import { refusal } from '@plimsoll/contracts/refusal';
import { importedWords } from '@plimsoll/wording/en/import';
import { formatCount } from '@plimsoll/wording/number';
import { readTimeMs, writeTime } from '../command/amount.ts';
import { ImportError } from '../import-error.ts';

type LoadInput = PlanInput['load'];

export interface K6Scenario {
  readonly name: string;
  /** The value of a field; undefined where it is not given. */
  read(field: string): unknown;
}

interface Reading {
  number(field: string, fallback?: number): number;
  timeMs(field: string, fallback?: string): number;
  stages(): { readonly target: number; readonly durationMs: number }[];
}

/** Fields that {@link makeK6Load} reads. */
export const loadFields: ReadonlySet<string> = new Set(
  'executor vus duration stages startVUs startRate rate timeUnit preAllocatedVUs maxVUs iterations maxDuration'.split(' '),
);

/** The options that stand for a scenario. */
export const shortcuts = ['stages', 'vus', 'iterations', 'duration'] as const;
const shortNames: Readonly<Record<string, string>> = { maxDuration: 'duration', startVUs: 'vus' };

/** What k6 makes of its shortcuts; null where none of them is given. */
export function readShortcuts(has: (name: string) => boolean, read: (name: string) => unknown): K6Scenario | null {
  if (!shortcuts.some(has)) return null;
  const executor = has('stages') ? 'ramping-vus' : has('iterations') ? 'shared-iterations' : 'constant-vus';
  return { name: 'options', read: (field) => (field === 'executor' ? executor : read(shortNames[field] ?? field)) };
}

/**
 * `perIteration`: requests that one iteration sends. `notes` gets what k6 does differently. Throws ImportError on an executor that has no
 * counterpart, and on fields that are missing.
 */
export function makeK6Load(scenario: K6Scenario, perIteration: number, notes: string[]): LoadInput {
  const executor = scenario.read('executor');
  const read = readingOf(scenario);
  const users = (count: number) => notes.push(importedWords.note.users({ users: formatCount(count) }));
  switch (executor) {
    case 'constant-vus': {
      const connections = read.number('vus', 1);
      users(connections);
      return { model: 'closed', connections, duration: writeTime(read.timeMs('duration')) };
    }
    case 'ramping-vus': {
      const stages = read.stages();
      users(Math.max(...stages.map(({ target }) => target)));
      return { model: 'closed', startConnections: read.number('startVUs', 1), stages: stages.map(writeStage(1)) };
    }
    case 'constant-arrival-rate':
    case 'ramping-arrival-rate': {
      const factor = (1000 / read.timeMs('timeUnit', '1s')) * perIteration;
      const bounds = { maxConnections: Math.max(read.number('preAllocatedVUs', 1), read.number('maxVUs', 1)), maxQueued: 0 };
      notes.push(importedWords.note.iterations, importedWords.note.drops);
      if (executor === 'constant-arrival-rate')
        return { model: 'open', rate: read.number('rate') * factor, duration: writeTime(read.timeMs('duration')), ...bounds };
      return { model: 'open', startRate: read.number('startRate', 0) * factor, stages: read.stages().map(writeStage(factor)), ...bounds };
    }
    case 'shared-iterations':
    case 'per-vu-iterations': {
      const connections = read.number('vus', 1);
      const iterations = read.number('iterations', 1);
      const each = executor === 'per-vu-iterations' ? connections : 1;
      users(connections);
      notes.push(importedWords.note.iterations);
      const requests = iterations * each * perIteration;
      if (each > 1)
        notes.push(
          importedWords.note.shared({
            iterations: formatCount(iterations),
            users: formatCount(connections),
            requests: formatCount(requests),
          }),
        );
      return { model: 'closed', connections, requests, duration: writeTime(read.timeMs('maxDuration', '10m')) };
    }
    default:
      throw new ImportError(refusal('script_executor', { name: scenario.name, got: String(executor) }));
  }
}

function writeStage(factor: number) {
  return ({ target, durationMs }: { target: number; durationMs: number }) => ({
    to: target * factor,
    over: durationMs === 0 ? '0s' : writeTime(durationMs),
  });
}

function readingOf({ name, read }: K6Scenario): Reading {
  const refuse = (field: string): never => {
    throw new ImportError(refusal('script_field', { name, field }));
  };
  const timeMs = (field: string, value: unknown): number => {
    if (typeof value === 'number') return value;
    return typeof value === 'string' ? readTimeMs({ flag: field, value }, 'ms') : refuse(field);
  };
  return {
    number: (field, fallback) => {
      const value = read(field) ?? fallback;
      return typeof value === 'number' && value >= 0 ? value : refuse(field);
    },
    timeMs: (field, fallback) => timeMs(field, read(field) ?? fallback),
    stages: () => {
      const stages = read('stages');
      if (!Array.isArray(stages) || stages.length === 0) return refuse('stages');
      return stages.map((stage: unknown, index) => {
        const { target, duration } = (stage ?? {}) as { target?: unknown; duration?: unknown };
        const field = `stages[${index}]`;
        return { target: typeof target === 'number' ? target : refuse(field), durationMs: timeMs(field, duration) };
      });
    },
  };
}
