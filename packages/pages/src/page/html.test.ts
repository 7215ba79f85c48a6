import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escaped, html, trusted } from './html.ts';

describe('html', () => {
  it('escapes what is put in, and leaves HTML of ours as it is', () => {
    const name = `<img src=x onerror="a('b')">`;
    expect(html`<b title="${name}">${name}</b>${html`<i>${1}</i>`}${[html`a`, html`b`]}${null}${false}`.text).toBe(
      '<b title="&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;">&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;</b><i>1</i>ab',
    );
    expect(html`${trusted('<hr>')}`.text).toBe('<hr>');
  });

  it('lets no text out of its place, whatever it holds', () => {
    // Halves of surrogate pairs, too.
    const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
    const telling = fc.constantFrom('<', '>', '&', '"', "'", '`');
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(codeUnit, telling) }), (text) => {
        const out = escaped(text);
        expect(out).not.toMatch(/[<>"'`]/);
        expect(out.replace(/&(amp|lt|gt|quot|#39|#96);/g, '')).not.toContain('&');
        expect(out.isWellFormed()).toBe(true);
      }),
    );
  });

  it('leaves out what XML cannot hold', () => {
    expect(escaped('a\u0000b\u0008c\ud800d\te')).toBe('abc\ufffdd\te');
  });
});
