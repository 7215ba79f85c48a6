import { unjudged, type Validity } from '@plimsoll/contracts/validity';
import { sayValidity } from '@plimsoll/wording/validity-reason';
import { expect, it } from 'vitest';
import { writeHtml } from '../page/write-html.ts';
import { ValidityNotice } from './run-notices.ts';

const page = (validity: Validity) => writeHtml(ValidityNotice, { validity });

it('the load of another tool is told as its, and is no doubt of ours', () => {
  const html = page(sayValidity({ stamp: 'unwatched', ...unjudged, findings: [{ kind: 'imported', tool: 'wrk' }] }));
  expect(html).toMatch(/tone-even.*>Another tool \(wrk\) made this load: its generator was not watched\.</s);
  expect(html).not.toContain('Measured with doubts');
});

it('a stamp that says something of the figures begins with it', () => {
  const reasons = ['The event loop was held up.'];
  expect(page({ stamp: 'degraded', reasons, ...unjudged })).toMatch(/tone-warn.*<b>Measured with doubts\.<\/b> The event loop/s);
  expect(page({ stamp: 'invalid', reasons, ...unjudged })).toMatch(/tone-bad.*<b>Do not use these figures\.<\/b> The event loop/s);
});
