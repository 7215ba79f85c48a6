import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRows } from './data-rows.ts';
import { type MapText, mapBodySecrets, mapCsvSecrets, mapFileSecrets, mapJsonSecrets, mapUrlSecrets } from './text-secrets.ts';

const hide = (map: MapText, text: string) => map(text, () => '•••');

describe('secrets in a text', () => {
  it.each([
    ['http://h/a?token=abc&page=2#token=x', 'http://h/a?token=•••&page=2#token=x'],
    ['http://h/?page=2&api%5Fkey=1&api_key=2', 'http://h/?page=2&api%5Fkey=•••&api_key=•••'],
    ['http://h/?token={{row.token}}&token=', 'http://h/?token={{row.token}}&token='],
    ['http://h/token=abc', 'http://h/token=abc'],
  ])('are query values by name: %s', (url, shown) => {
    expect(hide(mapUrlSecrets, url)).toBe(shown);
  });

  it.each([
    ['{"user":"u","password":"p\\"q","n":{{seq}}}', '{"user":"u","password":"•••","n":{{seq}}}'],
    [
      '{"n":{{seq}},"auth":{"Token":12,"deep":[{"secret":{"a":"x","b":[1,true]}}]}}',
      '{"n":{{seq}},"auth":{"Token":•••,"deep":[{"secret":{"a":"•••","b":[•••,true]}}]}}',
    ],
    ['[{"password":"{{row.password}}"},{"pass\\u0077ord":"x"}]', '[{"password":"{{row.password}}"},{"pass\\u0077ord":"•••"}]'],
    ['user=u&password=a%26b&x', 'user=u&password=•••&x'],
    ['<login><user>u</user><password kind="p">s</password></login>', '<login><user>u</user><password kind="p">•••</password></login>'],
    [
      '--b\r\ncontent-disposition: form-data; name="token"\r\n\r\nabc\r\n--b--',
      '--b\r\ncontent-disposition: form-data; name="token"\r\n\r\n•••\r\n--b--',
    ],
    ['just text, token=abc', 'just text, token=abc'],
    [
      '{"max_tokens":9,"maxOutputTokens":8,"max_completion_tokens":7,"tokens":["a"]}',
      '{"max_tokens":9,"maxOutputTokens":8,"max_completion_tokens":7,"tokens":["•••"]}',
    ],
  ])('are fields of a body by name: %s', (body, shown) => {
    expect(hide(mapBodySecrets, body)).toBe(shown);
  });

  it('are fields of a file by name, and its other bytes stay as they are', () => {
    const binary = '{"note":"caf\u00e9 \u00ff\u0000","token":"a\u00e9b"}';
    const shown = mapFileSecrets(btoa(binary), () => '•••');
    expect(Buffer.from(shown, 'base64').toString('latin1')).toBe(binary.replace('a\u00e9b', Buffer.from('•••').toString('latin1')));
    const seen: string[] = [];
    expect(
      mapFileSecrets(shown, ({ value }) => {
        seen.push(value);
        return 'a\u00e9b';
      }),
    ).toBe(btoa(binary));
    expect(seen).toEqual(['•••']);
    for (const none of ['', 'no base64!', btoa('plain text, token=x')]) expect(mapFileSecrets(none, () => '•••')).toBe(none);
  });

  it('are columns of rows by name, in any quoting', () => {
    expect(hide(mapCsvSecrets, 'user,password\nann,"a,""b"\r\nbob,c\n')).toBe('user,password\nann,"•••"\r\nbob,•••\n');
    expect(hide(mapCsvSecrets, 'user,page\nann,token')).toBe('user,page\nann,token');
    const rows = '[{"user":"u","key":7}]';
    expect(mapJsonSecrets(rows, () => '•••', true)).toBe('[{"user":"u","key":"•••"}]');
  });

  it('leave every text that is not changed as it was, whatever it holds', () => {
    const odd = fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '\n', '{{', '}}', 'token', 'a', '=', '&', '?', '<', '>', '-'),
    });
    fc.assert(
      fc.property(odd, (text) => {
        for (const map of [mapUrlSecrets, mapBodySecrets, mapCsvSecrets, mapJsonSecrets])
          expect(map(text, ({ value }) => value)).toBe(text);
      }),
    );
  });

  it('are found in every cell that the rows have', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (cells) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = ['user,token', ...cells.map((row) => row.map(quoted).join(','))].join('\n');
        const found: string[] = [];
        mapCsvSecrets(text, ({ value }) => {
          found.push(value.replaceAll('""', '"'));
          return value;
        });
        const parsed = parseRows({ format: 'csv', text });
        if ('error' in parsed) throw new Error(parsed.error.code);
        expect(found).toEqual(parsed.rows.map(([, token]) => token).filter((token) => token !== ''));
      }),
    );
  });
});
