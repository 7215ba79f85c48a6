import { expect, it } from 'vitest';
import { type MapText, mapBodySecrets, mapCsvSecrets } from './text-secrets.ts';

const hide = (map: MapText, text: string) => map(text, () => '•••');

it('secrets in a text cost time in line with the length of the text', () => {
  const long = `{"a":"${'{{'.repeat(50_000)}","password":"${'\\"'.repeat(100_000)}"}`;
  const began = performance.now();
  hide(mapBodySecrets, long);
  hide(mapCsvSecrets, `token\n${'"'.repeat(200_001)}`);
  hide(mapBodySecrets, `<${'<token>'.repeat(60_000)}`);
  hide(mapBodySecrets, `-${'\n--'.repeat(60_000)}token`);
  hide(mapBodySecrets, `${'{'.repeat(200_000)}token`);
  hide(mapBodySecrets, `{"password":"${'\\"'.repeat(100_000)}`);
  hide(mapBodySecrets, `<${'a'.repeat(200_000)}token`);
  expect(performance.now() - began).toBeLessThan(1000);
});
