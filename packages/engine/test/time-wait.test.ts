import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, test } from 'vitest';
import { planFor, runPlan, testedClient } from './support/harness.ts';

const timeWait = '06';

/** Connections in TIME_WAIT with this port: the side that closed first keeps them, for a minute (proc_net_tcp(5)). */
function timeWaits(port: number): { target: number; ours: number } {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  const waiting = lines.map((line) => line.trim().split(/\s+/)).filter(([, , , state]) => state === timeWait);
  return {
    target: waiting.filter(([, local]) => local?.endsWith(`:${hex}`)).length,
    ours: waiting.filter(([, , remote]) => remote?.endsWith(`:${hex}`)).length,
  };
}

test.skipIf(process.platform !== 'linux')(
  'without keep-alive the target closes first, and no port of ours is kept from the next connection',
  async () => {
    const witness = await startWitness({ host: '127.0.0.1' });
    const connection = { keepAlive: false };
    const sockets = new Set<unknown>();
    const count = (message: unknown) => sockets.add((message as { socket: unknown }).socket);
    subscribe('net.client.socket', count);
    const { totals } = await runPlan(planFor(witness.url, { model: 'closed', connections: 20, requests: 500 }, { connection }));
    unsubscribe('net.client.socket', count);
    const kept = timeWaits(witness.port);
    await witness.close();
    expect([totals.done, totals.opened]).toEqual([500, 500]);
    // A port that is free again on our side may be drawn a second time, which ends the target's wait: some 9 of 500 (14 116 ports).
    expect(kept.target).toBeGreaterThanOrEqual(450);
    // Those of the load's end are cut short by us.
    expect(kept.ours).toBeLessThanOrEqual(40);
    // On the wire a closed Socket is connected again: 20 are in use, and some wait for the target to close.
    if (testedClient === 'wire') expect(sockets.size).toBeLessThan(250);
  },
);
