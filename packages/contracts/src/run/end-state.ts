/** The state in which a run ends, from the reason that the engine gives. */
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

/** Did a load end as its plan says, and not before? */
export function endsByPlan(reason: EndReason): boolean {
  return states[reason] === 'completed';
}

/** `died`: the process that made the load ended without saying how it went. `sentAny`: did any sample arrive? */
export function stateOfEnd({ reason, died }: { readonly reason: EndReason; readonly died: boolean }, sentAny: boolean): TerminalState {
  return died || (reason === 'failed' && sentAny) ? 'worker_lost' : states[reason];
}
