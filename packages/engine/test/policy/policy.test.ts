import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { createDialler } from '@plimsoll/network/target-guard';
import { startMisbehaving } from '@plimsoll/testbed/targets/misbehaving';
import { startWitness } from '@plimsoll/testbed/witness';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { describe, expect, test } from 'vitest';
import { RunClock } from '../../src/pace/clock.ts';
import { loopbackOnly, planFor, runPlan } from '../support/harness.ts';

describe('the target guard', () => {
  test('refuses a plan outside the policy without a single connection', async () => {
    const { end, samples } = await runPlan(planFor('http://10.1.2.3/', { model: 'closed', connections: 1, requests: 1 }));
    expect(end.reason).toBe('target_refused');
    expect(runEndSentence(end.ending)).toContain('PLIMSOLL_TARGETS');
    expect(samples).toEqual([]);
  });

  test('an open lab loads an unlisted service of this machine, and shows nobody what it answers', async () => {
    const witness = await startWitness({ every: { nth: 2, status: 500 } });
    const checks = [{ bodyContains: 'no such text' }];
    const load = { model: 'closed' as const, connections: 1, requests: 4 };
    const lab: TargetPolicy = { mode: 'open-lab', allowed: [], ownPorts: [] };
    const examples = async (policy: TargetPolicy, url = witness.url) =>
      (await runPlan(planFor(url, load, { checks }), { policy })).totals.errors.map(({ message, body }) => ({ message, body }));
    const hidden = [...(await examples(lab)), ...(await examples(lab, `http://localhost:${witness.port}/`))];
    const shown = await examples({ ...lab, allowed: ['loopback'] });
    await witness.close();
    expect(hidden.length).toBeGreaterThan(1);
    expect(new Set(hidden.map(({ body }) => body))).toEqual(new Set([null]));
    expect(hidden.some(({ message }) => message.includes('no such text'))).toBe(false);
    expect(shown.some(({ body, message }) => body !== null && message.includes('no such text'))).toBe(true);
  });

  test('refuses our own ports', async () => {
    const witness = await startWitness();
    const policy = { ...loopbackOnly, ownPorts: [witness.port] };
    const { end } = await runPlan(planFor(witness.url, { model: 'closed', connections: 1, requests: 1 }), { policy });
    const seen = await witness.counts();
    await witness.close();
    expect([end.reason, seen.connections]).toEqual(['target_refused', 0]);
  });

  test('judges every address a name resolves to, on each new connection', async () => {
    const witness = await startWitness();
    const answers = [['127.0.0.1'], ['127.0.0.1', '169.254.169.254'], ['10.0.0.1']];
    const policy = { ...loopbackOnly, allowed: ['rebinding.example'] };
    const strict = { ...policy, allowed: ['127.0.0.0/8'] };
    const dial = createDialler({
      url: new URL(`http://rebinding.example:${witness.port}/`),
      policy: strict,
      clock: new RunClock(),
      resolve: (_host, done) => done(null, answers.shift() ?? []),
    });
    const outcome = () =>
      new Promise<string>((resolve) => {
        dial((error, opened) => {
          opened?.socket.destroy();
          resolve(error ? `${error.phase}: ${error.message}` : 'connected');
        });
      });
    expect(await outcome()).toBe('connected');
    expect(await outcome()).toContain('policy: 169.254.169.254 is a cloud metadata address');
    expect(await outcome()).toContain('policy: Load to rebinding.example (10.0.0.1) is not allowed');
    expect(await outcome()).toContain('dns:');
    await witness.close();
  });

  test('finds a target on localhost that listens on one address family only', async () => {
    const witness = await startWitness();
    const { totals } = await runPlan(planFor(`http://localhost:${witness.port}/`, { model: 'closed', connections: 2, requests: 20 }));
    await witness.close();
    expect(totals.outcomes).toEqual({ response: 20 });
  });

  test('sends the run id and the product name with every request, and what the plan adds', async () => {
    const witness = await startWitness({ log: true });
    const target = { method: 'POST' as const, headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' };
    const plan = planFor(witness.url, { model: 'closed', connections: 1, requests: 2 }, { target } as never);
    const { runId } = await runPlan(plan);
    const [line] = await witness.log();
    await witness.close();
    expect(line).toMatchObject({ runId, method: 'POST', bodyBytes: 7 });
    expect(line?.headers['user-agent']).toMatch(/^Plimsoll\/\d/);
    expect(line?.headers['content-type']).toBe('application/json');
  });

  test('a failed check is an outcome with an example, a status that is an error one of its own', async () => {
    const witness = await startWitness({ every: { nth: 4, status: 404 } });
    const checks = [{ status: 200 }, { bodyContains: 'hello' }];
    const load = { model: 'closed' as const, connections: 1, requests: 20 };
    const { totals } = await runPlan(planFor(witness.url, load, { checks, errorStatuses: '5xx' }));
    const strict = await runPlan(planFor(witness.url, load, { checks }));
    const plain = await runPlan(planFor(witness.url, { model: 'closed', connections: 1, requests: 20 }));
    await witness.close();
    expect(totals.outcomes).toEqual({ response: 15, check_failed: 5 });
    expect(totals.errors[0]).toMatchObject({
      outcome: 'check_failed',
      status: 404,
      message: 'The status is 404, not 200.',
      body: 'hello, world\n',
    });
    expect([plain.totals.outcomes, plain.totals.failed]).toEqual([{ response: 20 }, 5]);
    expect(plain.totals.errors[0]).toMatchObject({ outcome: 'response', status: 404 });
    expect([strict.totals.outcomes, strict.totals.failed, strict.totals.errors[0]]).toMatchObject([
      { response: 20 },
      5,
      { outcome: 'response', status: 404, message: 'The status counts as an error.', body: 'hello, world\n' },
    ]);
  });
});

describe('auto-stop', () => {
  // Both take ten seconds to judge: they wait side by side.
  test.concurrent('ends a load that nobody answers after ten seconds, unless the plan wants otherwise', async () => {
    // Nobody is given this port: one that a witness had and closed can be another test's a moment later.
    const refusing = 'http://127.0.0.1:1/';
    const load = { model: 'open', rate: 20, duration: '12s' } as const;
    const [stopped, whole] = await Promise.all([runPlan(planFor(refusing, load)), runPlan(planFor(refusing, load, { autoStop: false }))]);
    expect(stopped.end.reason).toBe('auto_stopped');
    expect(runEndSentence(stopped.end.ending)).toContain('nothing but connection errors for 10 s');
    // As the load tells its length: how long its code takes to warm up before is the machine's affair.
    expect(stopped.totals.lengthMs).toBeLessThan(11_900);
    expect(stopped.totals.planned).toBe(stopped.totals.sent + stopped.totals.dropped);
    expect([whole.end.reason, whole.totals.outcomes]).toEqual(['duration', { connect_refused: 240 }]);
  });

  test.concurrent('a broken threshold ends the run when the plan says so', async () => {
    const witness = await startWitness({ delayMs: 30 });
    const plan = planFor(witness.url, { model: 'open', rate: 20, duration: '40s' }, { thresholds: ['p(50) < 5ms'], abortOnFail: true });
    const { end, totals } = await runPlan(plan);
    await witness.close();
    expect(end.reason).toBe('auto_stopped');
    expect(runEndSentence(end.ending)).toContain('"p(50) < 5ms" failed after 10 s');
    expect(totals.lengthMs).toBeLessThan(12_000);
  });
});

describe('hostile targets', () => {
  test('a body without end costs no memory', async () => {
    const target = await startMisbehaving('endlessBody');
    globalThis.gc?.();
    const { totals, samples } = await runPlan(planFor(target.url, { model: 'closed', connections: 5, duration: '3s' }, { timeout: '1s' }));
    await target.close();
    expect(totals.outcomes.timeout ?? 0).toBeGreaterThan(0);
    expect(totals.outcomes.response ?? 0).toBe(0);
    const rss = samples.map((sample) => sample.generator.rssBytes);
    // The target pours in this very process; what the engine kept would come on top, at gigabytes a second.
    expect(Math.max(...rss) - (rss[0] ?? 0)).toBeLessThan(300e6);
    expect(totals.bytes.received).toBeGreaterThan(10e6);
  });
});
