import { MantineProvider } from '@mantine/core';
import type { Run } from '@plimsoll/contracts/run';
import { unjudged, type Validity } from '@plimsoll/contracts/validity';
import { ValidityNotice } from '@plimsoll/pages/run-notices';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { GeneratorTab } from './generator-tab.tsx';

const reason = 'The event loop was held up.';
const fitWords = 'The generator kept up';
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), isServer: true });
const page = (validity: Validity | null) =>
  renderToStaticMarkup(
    <MantineProvider>
      <RouterContextProvider router={router}>
        <ValidityNotice validity={validity} />
        <GeneratorTab run={{ validity, generators: [] } as unknown as Run} points={[]} />
      </RouterContextProvider>
    </MantineProvider>,
  );

it("the generator's trouble is said once, above the tabs", () => {
  for (const stamp of ['degraded', 'invalid'] as const) {
    const html = page({ stamp, reasons: [reason], ...unjudged });
    expect(html.split(reason)).toHaveLength(2);
    expect(html).not.toContain(fitWords);
  }
});

it('a generator that was fit is called so in its tab, and one that nobody judged is not', () => {
  expect(page({ stamp: 'valid', reasons: [], ...unjudged })).toContain(fitWords);
  expect(page(null)).not.toContain(fitWords);
});
