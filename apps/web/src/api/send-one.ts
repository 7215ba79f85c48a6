import { api } from '@plimsoll/contracts/paths';
import type { Plan } from '@plimsoll/contracts/plan';
import { type SentOne, sentOneSchema } from '@plimsoll/contracts/sent-one';
import { request } from './client.ts';

/** Sends the plan's first request once. `secretsFrom`: the run or plan whose stored secrets its masked ones stand for. */
export function sendOne(plan: Plan, secretsFrom: string | undefined): Promise<SentOne> {
  return request(api.sendOne, sentOneSchema, { method: 'POST', body: { plan, ...(secretsFrom ? { secretsFrom } : {}) } });
}
