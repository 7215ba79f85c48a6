import { MantineProvider } from '@mantine/core';
import type { RunSource } from '@plimsoll/contracts/run-source';
import type { Summary } from '@plimsoll/contracts/summary';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ReportedTimes } from './reported-times.tsx';

const page = (percentiles: RunSource['percentiles'], maxUs: number | null) => {
  const source = { tool: 'oha', percentiles } as unknown as RunSource;
  const summary = { requests: 5, responseTime: { meanUs: null, minUs: null, maxUs }, statuses: {}, outcomes: { timeout: 5 } };
  return renderToStaticMarkup(
    <MantineProvider>
      <ReportedTimes source={source} summary={summary as unknown as Summary} />
    </MantineProvider>,
  );
};

it('a run in which nothing was timed has no table of times', () => {
  expect(page([[99, 5000]], null)).toMatch(/As reported by oha.*p99/s);
  expect(page([], 7000)).toMatch(/As reported by oha.*Most/s);
  expect(page([], null)).not.toContain('As reported by');
});
