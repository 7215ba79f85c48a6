import { expect, it } from 'vitest';
import { maskYaml } from './masked-yaml.ts';

it.each([
  ['a header', 'headers:\n  Authorization: Bearer hush\n  Accept: text/plain', 'headers:\n  Authorization: •••\n  Accept: text/plain'],
  ['a value on several lines', 'key: |\n  -----BEGIN\n  hush\nname: x', 'key: •••\n  •••\n  •••\nname: x'],
  ['a value on the next line', '"password":\n"hush",\n"name": "x"', '"password":\n•••\n"name": "x"'],
  ['a list in one line', 'headers: {Cookie: hush, Accept: [x', 'headers: {Cookie: •••'],
  ['a query value', 'url: http://h/a?page=2&token=hush&x=y', 'url: http://h/a?page=2&token=•••'],
  [
    'rows under their names',
    'data:\n  text: |\n    user,password\n    ann,hush\n    bob,hush\nname: x',
    'data:\n  text: |\n    user,password\n    •••\n    •••\nname: x',
  ],
  ['a scheme in a comment', 'name: [half\n# Bearer hush', 'name: [half\n# Bearer •••'],
  ['a body', 'body: \'{"user": "u", "secret": "hush"}\'', 'body: \'{"user": "u", "secret": •••'],
  ['no secret', 'name: [half\nload: {model: open', 'name: [half\nload: {model: open'],
])('a broken text in YAML loses its secrets: %s', (_, text, masked) => {
  expect(maskYaml(text)).toBe(masked);
  expect(maskYaml(maskYaml(text))).not.toContain('hush');
});

it('a file in base64 loses those of its content', () => {
  const masked = maskYaml(`base64: ${btoa('{"user":"u","password":"hush"}')}`);
  expect(new TextDecoder().decode(Uint8Array.from(atob(masked.slice(8)), (char) => char.charCodeAt(0)))).toBe(
    '{"user":"u","password":"•••"}',
  );
});
