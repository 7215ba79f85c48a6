import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useJudgedForm } from '../../../ui/form/judged-form.ts';
import { LaunchContext } from '../launch-context.ts';
import { emptyForm } from '../values/empty-form.ts';
import type { FormValues } from '../values/form-values.ts';
import { judgeForm } from '../values/judged-plan.ts';
import { LoadFields } from './load-fields.tsx';
import { ProtocolFields } from './protocol-fields.tsx';

function Form({ values }: { values: FormValues }) {
  const form = useJudgedForm({ initial: () => values, judge: (now: FormValues) => judgeForm(now, undefined) });
  return (
    <LaunchContext value={form}>
      <section>
        <LoadFields />
      </section>
      <ProtocolFields />
    </LaunchContext>
  );
}

/** The fields of the load, and those below *Protocol and timeouts*. */
function drawn(change: Partial<FormValues>) {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <Form values={{ ...emptyForm, ...change }} />
    </MantineProvider>,
  );
  const [load = '', protocol = ''] = html.split('</section>');
  return { load: load.includes('Nighthawk'), protocol: protocol.includes('Nighthawk') };
}

it('offers the sum of event loops below the fold alone, where it has a rate to fill in', () => {
  expect(drawn({ model: 'open', shape: 'steady' })).toEqual({ load: false, protocol: true });
  expect(drawn({ model: 'open', shape: 'stages' })).toEqual({ load: false, protocol: false });
  expect(drawn({ model: 'closed', shape: 'steady' })).toEqual({ load: false, protocol: false });
});
