import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

const code = (text: string) => renderToStaticMarkup(<QrCode text={text} label="Join Harbour" />);

it('is one named picture, dark on white, with four modules of white around it', () => {
  const picture = code('https://plimsoll.example.com/join/abc');
  expect(picture).toContain('role="img"');
  expect(picture).toContain('<title>Join Harbour</title>');
  // Modules on a side of a code are 17 + 4 × version (ISO/IEC 18004).
  const side = Number(/viewBox="0 0 (\d+)/.exec(picture)?.[1]) - 8;
  expect((side - 17) % 4).toBe(0);
  // The frame of the finder pattern in the corner.
  expect(picture).toContain('M4 4h7v1H4z');
  expect(picture).not.toBe(code('https://plimsoll.example.com/join/abd'));
});
