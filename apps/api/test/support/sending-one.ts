/** One request of a plan, sent before any load, at a target of the test's own. */
import type { Server } from 'node:net';
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { SentOne } from '@plimsoll/contracts/sent-one';
import { type Listener, listen } from '@plimsoll/testbed/listen';
import { afterAll, expect } from 'vitest';
import type { Ask } from './asking.ts';
import { planInput } from './stored-runs.ts';

export const planOf = (url: string, target: object = {}, more: Partial<PlanInput> = {}) =>
  planInput({ target: { url, ...target }, ...more });

/** `listening` closes its servers when the file's tests are through. */
export function useSendingOne(boss: Ask) {
  const listeners: Listener[] = [];
  afterAll(() => Promise.all(listeners.map(({ close }) => close())));
  const send = (plan: unknown, ask: Ask = boss, more: object = {}) => ask<SentOne>('POST', api.sendOne, { plan, ...more });
  return {
    send,
    async listening(server: Server): Promise<number> {
      const listener = await listen(server);
      listeners.push(listener);
      return listener.port;
    },
    async answerOf(plan: unknown, more: object = {}) {
      const { status, text, body } = await send(plan, boss, more);
      expect(status, text).toBe(200);
      return body.answer ?? expect.fail(text);
    },
  };
}
