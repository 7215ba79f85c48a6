import { type SpokenProtocol, sendingClient } from '@plimsoll/contracts/connection';
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import type { Environment } from '@plimsoll/contracts/run';
import { findLineRate } from '@plimsoll/network/line-rate';
import { describeEnvironment } from '../recording/environment.ts';
import { latencyFloor } from './latency-floor.ts';

export interface LoadEnvironments {
  /** `place`: of the load among the plans. */
  onProtocol(place: number, spoken: SpokenProtocol): void;
  /** One of each load, once all are set up. Aborted, no floor is measured any more. */
  describe(signal: AbortSignal): Promise<Environment[]>;
}

/** Finds out where the loads of these plans are generated, while they are set up. */
export function watchEnvironments(plans: readonly Plan[]): LoadEnvironments {
  const lineRates = plans.map((plan) => findLineRate(planUrl(plan)));
  const protocols: (SpokenProtocol | null)[] = plans.map(() => null);
  // Whatever hinders it hinders no load.
  const floorOf = (plan: Plan, signal: AbortSignal) => (signal.aborted ? null : latencyFloor(plan).catch(() => null));
  return {
    onProtocol(place, spoken) {
      protocols[place] = spoken;
    },
    async describe(signal) {
      const environments: Environment[] = [];
      for (const [place, plan] of plans.entries()) {
        const protocol = protocols[place] ?? null;
        environments.push({
          ...describeEnvironment(sendingClient(plan.connection), protocol),
          lineBitsPerSecond: (await lineRates[place]) ?? null,
          // A WebSocket lasts as long as its plan says.
          latencyFloor:
            protocol === null || protocol === 'websocket'
              ? null
              : await floorOf({ ...plan, connection: { ...plan.connection, protocol } }, signal),
        });
      }
      return environments;
    },
  };
}
