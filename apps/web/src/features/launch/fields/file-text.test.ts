import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { base64Bytes, mostFileBytes, readBase64, readText } from './file-text.ts';

it('a file becomes the base64 that Node makes of it, and its size can be told from that', async () => {
  for (const size of [0, 1, 2, 3, 4, 8191, 8192, 8193, 100_000]) {
    const bytes = randomBytes(size);
    const read = await readBase64(new File([bytes], 'a'));
    expect(read).toEqual({ text: bytes.toString('base64') });
    expect(base64Bytes(bytes.toString('base64'))).toBe(size);
  }
});

it('a file over the limit, or not UTF-8 where text is needed, is refused', async () => {
  expect(await readBase64(new File([new Uint8Array(mostFileBytes)], 'a'))).toHaveProperty('text');
  expect(await readBase64(new File([new Uint8Array(mostFileBytes + 1)], 'a'))).toEqual({ problem: 'tooLarge' });
  expect(await readText(new File([new Uint8Array([0xff, 0xfe])], 'a'))).toEqual({ problem: 'notUtf8' });
  expect(await readText(new File(['\ufeffa,b\n'], 'a'))).toEqual({ text: 'a,b\n' });
});
