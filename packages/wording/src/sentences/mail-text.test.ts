import { expect, it } from 'vitest';
import { resetMail } from './mail-text.ts';

it('says for how long a link for a new password works', () => {
  const url = 'https://load.example.org/reset/a';
  expect(resetMail(url, 1).text).toContain(`${url}\n\nIt works once, for 1 hour. If you did not ask for it,`);
  expect(resetMail(url, 24).text).toContain('for 24 hours.');
});
