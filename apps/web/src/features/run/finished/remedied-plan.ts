import type { Plan } from '@plimsoll/contracts/plan';
import { readSetting, withSetting } from '@plimsoll/contracts/setting';
import type { GeneratorRemedy } from '@plimsoll/contracts/validity-finding';

/** The plan with what would help its generator. Null: a setting of the operator, not of a plan, or more generators than there are workers. */
export function remediedPlan(plan: Plan, remedy: GeneratorRemedy, workersOnline: number): Plan | null {
  switch (remedy) {
    case 'wire':
      return { ...plan, connection: { ...plan.connection, client: 'wire' } };
    case 'threads':
      return null;
    case 'generators':
      // With regions it is for people to say which one gets another.
      return typeof plan.generators === 'number' && workersOnline > plan.generators ? { ...plan, generators: plan.generators + 1 } : null;
    case 'connections': {
      const connections = Number(readSetting(plan, 'connections'));
      return connections > 0 ? withSetting(plan, 'connections', String(2 * connections)) : null;
    }
  }
}
