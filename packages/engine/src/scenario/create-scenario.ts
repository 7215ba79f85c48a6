/** The scenario of a plan: a mix, which a plan with one target is too, or a sequence. */
import { isSequence } from '@plimsoll/contracts/requests';
import { RequestMix } from './request-mix.ts';
import { RequestSequence } from './request-sequence.ts';
import type { Scenario, ScenarioOptions } from './scenario.ts';

export function createScenario(options: ScenarioOptions): Scenario {
  return isSequence(options.plan) ? new RequestSequence(options) : new RequestMix(options);
}
