/** One request of a plan, sent before any load, at a target of the test's own. */
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { SentOne } from '@plimsoll/contracts/sent-one';
import { afterAll, expect } from 'vitest';
import type { Ask } from './asking.ts';
import { planInput } from './stored-runs.ts';

export const planOf = (url: string, target: object = {}, more: Partial<PlanInput> = {}) =>
  planInput({ target: { url, ...target }, ...more });

/** `listening` closes its servers when the file's tests are through. */
export function useSendingOne(boss: Ask) {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });
  const send = (plan: unknown, ask: Ask = boss, more: object = {}) => ask<SentOne>('POST', api.sendOne, { plan, ...more });
  return {
    send,
    async listening<S extends Server>(server: S): Promise<number> {
      servers.push(server);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return (server.address() as AddressInfo).port;
    },
    async answerOf(plan: unknown, more: object = {}) {
      const { status, text, body } = await send(plan, boss, more);
      expect(status, text).toBe(200);
      return body.answer ?? expect.fail(text);
    },
  };
}
