/** What a run's end was, from the reason that the engine gives: its state, and whether it came before its time. */
import { loadDurationMs, type Plan } from '../plan/plan.ts';
import type { EndReason, TerminalState } from './run.ts';

const states: Record<EndReason, TerminalState> = {
  requests: 'completed',
  duration: 'completed',
  stages: 'completed',
  stopped: 'stopped',
  auto_stopped: 'auto_stopped',
  deadline: 'auto_stopped',
  control_lost: 'control_lost',
  target_refused: 'target_refused',
  failed: 'start_failed',
};

interface EndedLoad {
  readonly load: Plan['load'];
  readonly endReason: EndReason | null;
  /** Measured. */
  readonly durationMs: number;
}

/** The length that a load had and that of its plan, where it ended before; null where it went on to the end, or nobody knows. */
export function cutShort({ load, endReason, durationMs }: EndedLoad): { readonly ms: number; readonly plannedMs: number } | null {
  const plannedMs = loadDurationMs(load);
  return endReason === null || states[endReason] === 'completed' || plannedMs === null ? null : { ms: durationMs, plannedMs };
}

/** `died`: the process that made the load ended without saying how it went. `sentAny`: did any sample arrive? */
export function stateOfEnd({ reason, died }: { readonly reason: EndReason; readonly died: boolean }, sentAny: boolean): TerminalState {
  return died || (reason === 'failed' && sentAny) ? 'worker_lost' : states[reason];
}
