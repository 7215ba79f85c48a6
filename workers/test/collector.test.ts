/** OpenTelemetry as its own Collector reads it. Building it takes minutes: `npm run proof` does. */
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { startApiProcess } from '@plimsoll/testbed/api-process';
import { putToken } from '@plimsoll/testbed/people';
import { buildCollector, collectorVersion, startCollector } from '@plimsoll/testbed/servers/otel-collector';
import { until } from '@plimsoll/testbed/until';
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, test } from 'vitest';
import { openStack, secretKey, teamId } from './support.ts';

const lacks = await buildCollector();
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

test.skipIf(lacks)(
  `a run is one trace, from the request to who is told, and its counts are those of its summary (${lacks ?? `otelcol ${collectorVersion}`})`,
  async () => {
    const [collector, witness, stack] = await Promise.all([startCollector(), startWitness(), openStack({ form: 'none' })]);
    const telemetry = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    };
    const own = { DATABASE_URL: stack.databaseUrl, PLIMSOLL_SECRET_KEY: secretKey, PLIMSOLL_TARGETS: 'loopback', ...telemetry };
    const { origin, child } = await startApiProcess(own);
    try {
      await stack.worker(telemetry);
      const token = await putToken(stack.db, { teamId, userId: 'asker', role: 'owner', scope: 'write' });
      const asked = await fetch(origin + api.runs, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
        body: JSON.stringify({
          plan: { version: 1, name: 'collected', target: { url: witness.url }, load: { model: 'open', rate: 100, duration: '2s' } },
        }),
      });
      expect(asked.status).toBe(201);
      const { id } = (await asked.json()) as Run;
      const { summary, state } = await stack.finished(id, 60_000);
      expect(state).toBe('completed');
      const names = await until(
        'the whole trace',
        30_000,
        // A query is one of them where it took long.
        () => collector.spans().flatMap(({ traceId: of, name }) => (of === traceId && !name.startsWith('SQL ') ? name : [])),
        (all) => all.length === 10,
      );
      const stations = ['check target', 'start generator', 'set up load', 'wait for start', 'load', 'finish run'];
      expect(names.toSorted()).toEqual(['POST /api/v1/runs', 'wait in queue', 'make load', 'tell run end', ...stations].toSorted());
      const ofRun = { run_id: id, warmup: 'false' };
      await until(
        'the last metrics',
        30_000,
        () => collector.total('http_reqs', ofRun),
        (count) => count === summary?.requests,
      );
      expect(summary?.requests).toBe(200);
      expect(collector.output()).toContain('make load');
    } finally {
      child.kill('SIGKILL');
      await stack.close();
      await witness.close();
      await collector.stop();
    }
  },
  240_000,
);
