import { MantineProvider } from '@mantine/core';
import type { Health } from '@plimsoll/contracts/health';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { health } from '../../api/system.ts';
import { HealthChecks } from './health-checks.tsx';

function shown(found: Health): string {
  const client = new QueryClient();
  client.setQueryData(health.queryKey, found);
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <HealthChecks />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const well: Health = {
  status: 'ok',
  database: 'ok',
  storage: 'ok',
  queue: 'ok',
  workers: 2,
  troubles: [],
};

it('says what is wrong with a part in the words of the server, and how to mend one that says nothing', () => {
  const sentence = 'Redis refuses the user or the password in REDIS_URL.';
  const page = shown({
    ...well,
    status: 'degraded',
    queue: 'down',
    workers: 0,
    troubles: [{ part: 'queue', kind: 'wrong_password', sentence }],
  });
  expect(page).toContain(sentence);
  expect(page).not.toContain('Start Redis');
  expect(page).toContain('npm start brings one');
  expect(shown(well)).not.toContain('Missing');
  expect(shown(well)).not.toContain('Archive');
  expect(shown({ ...well, archive: 'ok', archiveWrittenAt: '2026-11-20T12:00:00.000Z' })).toContain('last write');
  expect(shown({ ...well, database: 'read_only' })).toContain('Start PostgreSQL');
});

it('a pool at rest lacks nothing', () => {
  const page = shown({ ...well, workers: 0, poolsScale: true });
  expect(page).toContain('pools are at rest');
  expect(page).not.toContain('npm start brings one');
});
