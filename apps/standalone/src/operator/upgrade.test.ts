import { expect, test } from 'vitest';
import { sayUpgrade } from './upgrade.ts';

const worker = { id: 'w-1', hostname: 'w', version: '0.3.0' };

function told(upgrade: Parameters<typeof sayUpgrade>[0]): { goesOn: boolean; said: string } {
  const said: string[] = [];
  const goesOn = sayUpgrade(upgrade, (sentence) => said.push(sentence));
  return { goesOn, said: said.join('\n') };
}

test('an upgrade that only adds stops nobody', () => {
  expect(told({ pending: [], workers: [{ ...worker, goesOn: true }], keepsAll: true })).toMatchObject({
    goesOn: true,
    said: expect.stringContaining('nothing to do'),
  });
  const adding = told({ pending: [{ name: '050_more', kind: 'expand' }], workers: [{ ...worker, goesOn: true }], keepsAll: true });
  expect(adding.goesOn).toBe(true);
  expect(adding.said).toContain('050_more  expand');
  expect(adding.said).toContain('Worker w-1 (0.3.0) is online and may go on');
  expect(adding.said).toContain('Nothing has to be stopped');
  expect(adding.said).not.toContain('replace the APIs before');
  const from02 = told({ pending: [{ name: '045_upgrades', kind: 'expand' }], workers: [], keepsAll: true });
  expect(from02.said).toContain('replace the APIs before the first worker');
});

test('an upgrade that takes away names who has to be stopped', () => {
  const taking = told({
    pending: [{ name: '051_less', kind: 'contract after 050_more' }],
    workers: [
      { ...worker, goesOn: false },
      { ...worker, id: 'w-2', goesOn: true },
    ],
    keepsAll: false,
  });
  expect(taking.goesOn).toBe(false);
  expect(taking.said).toContain('051_less  contract: a version that knows 050_more goes on');
  expect(taking.said).toMatch(/w-1 .* has to be stopped first/);
  expect(taking.said).toMatch(/w-2 .* may go on/);
  expect(taking.said).toContain('End these workers and every API');
});
