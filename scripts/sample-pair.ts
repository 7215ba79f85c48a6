/**
 * `node scripts/sample-pair.ts URL TOKEN`: measures the sample pair that a new team is shown, and writes it to `packages/store/samples`. Two runs of the
 * demo target of a running installation, with keep-alive and without, their comparison, and the shares of all three as that installation froze
 * them: not a figure is touched. Once a release where shares show more than before; on a machine that does nothing else.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@plimsoll/contracts/paths';

const [installation = '', token = ''] = process.argv.slice(2);

async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(new URL(path, installation), {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const { demoTarget } = await ask<{ demoTarget: string }>(api.system);

async function measure(keepAlive: boolean): Promise<string> {
  const plan = {
    version: 1,
    name: `Sample: demo target, keep-alive ${keepAlive ? 'on' : 'off'}`,
    target: { url: `${demoTarget}?delayMs=5&jitterMs=3` },
    load: { model: 'closed', connections: 4, duration: '20s' },
    connection: { keepAlive },
    thresholds: ['p(99) < 50ms', 'error_rate < 0.1%'],
  };
  const { id } = await ask<{ id: string }>(api.runs, { plan });
  for (;;) {
    const { state, validity } = await ask<{ state: string; validity: { stamp: string; reasons: string[] } | null }>(api.run(id));
    if (state === 'completed' && validity?.stamp === 'valid') return id;
    if (['completed', 'failed', 'stopped'].includes(state))
      throw new Error(`The run is ${state}, ${validity?.stamp} (${validity?.reasons.join(' ')}): measure again.`);
    await sleep(1000);
  }
}

const base = await measure(true);
const candidate = await measure(false);
const comparison = (
  await ask<{ id: string }>(api.comparisons, { title: 'Sample: keep-alive on and off', base: [base], candidates: [[candidate]] })
).id;
for (const [name, shared] of Object.entries({
  comparison: { comparisonId: comparison },
  base: { runId: base },
  candidate: { runId: candidate },
})) {
  const { url } = await ask<{ url: string }>(api.shares, shared);
  const { createdAt, content } = await ask<object & { createdAt: string; content: object }>(
    api.shared(new URL(url).pathname.split('/').at(-1) ?? ''),
  );
  await writeFile(new URL(`../packages/store/samples/${name}.json`, import.meta.url), `${JSON.stringify({ createdAt, content })}\n`);
}
