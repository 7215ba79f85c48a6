import { MantineProvider } from '@mantine/core';
import type { Run } from '@plimsoll/contracts/run';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ConfigTab } from './config-tab.tsx';

const stateReason = 'Stopped by itself: a threshold failed.';
const run = { id: 'a', attempt: 1, createdAt: '2026-11-20T10:00:00Z', endReason: 'auto_stopped', stateReason, plan: {} } as Run;

it('a run ended because of what ended it', () => {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <ConfigTab run={run} />
    </MantineProvider>,
  );
  expect(markup).toMatch(new RegExp(`Ended because.{0,200}${stateReason}`));
});
