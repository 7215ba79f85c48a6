import type { Plan } from '@plimsoll/contracts/plan';
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { expect, test } from 'vitest';
import { createSecretMask } from './secret-mask.ts';

function createPlan(rest: Partial<PlanInput>): Plan {
  return planSchema.parse({ version: 1, name: 'x', load: { model: 'closed', connections: 1, requests: 1 }, ...rest });
}
const url = 'http://127.0.0.1/';
const message = (headers: string[]) => ({ headers });
const plain = { message: message([]), context: null };

test('values of secret headers do not show in what a target echoes', () => {
  const headers = {
    Authorization: 'Bearer s3cr3t-canary',
    Accept: 'text/html',
    'X-Session-Token': 'abcd1234',
    Cookie: 'sid=deadbeef; a=1',
  };
  const mask = createSecretMask(createPlan({ target: { url, headers } }));
  expect(mask('you sent Bearer s3cr3t-canary', plain)).toBe('you sent •••');
  expect(mask('token s3cr3t-canary, abcd1234, deadbeef and text/html', plain)).toBe('token •••, •••, ••• and text/html');
});

test('credentials of every request of the plan are masked, plain and encoded', () => {
  const requests = [
    { name: 'a', url, auth: { basic: { username: 'ann', password: 'pa:ss wörd' } } },
    { name: 'b', url, auth: { bearer: 'b3ar3r-canary' } },
  ];
  const mask = createSecretMask(createPlan({ requests }));
  const encoded = Buffer.from('ann:pa:ss wörd').toString('base64');
  expect(mask(`ann has pa:ss wörd, as in Basic ${encoded} (${encoded}); b3ar3r-canary`, plain)).toBe('ann has •••, as in ••• (•••); •••');
});

test('secrets rendered into a request are masked: credentials, fields and values with a secret name', () => {
  const requests = [
    { name: 'a', url, auth: { basic: { username: '{{row.user}}', password: '{{row.password}}' } }, extract: { token: '$.t' } },
    { name: 'b', url, headers: { 'X-Key': 'k-{{token}}' } },
  ];
  const data = { format: 'csv', text: 'user,password\nann,hunter22\n' } as const;
  const mask = createSecretMask(createPlan({ requests, data }));
  const encoded = Buffer.from('ann:hunter22').toString('base64');
  const context = {
    seq: 0,
    row: new Map([
      ['user', 'annabel'],
      ['password', 'hunter22'],
    ]),
    values: new Map([
      ['token', 't0k3n'],
      ['id', '12345'],
    ]),
    random: Math.random,
    wallMs: Date.now,
  };
  const sent = { message: message(['authorization', `Basic ${encoded}`, 'X-Key', 'k-t0k3n']), context };
  expect(mask(`annabel hunter22 ${encoded} k-t0k3n t0k3n 12345`, sent)).toBe('annabel ••• ••• ••• ••• 12345');
});

test('a secret that the target echoes in base64, in a URL or in hexadecimal digits does not show', () => {
  const secrets = ['s3cr3t-canary-42', 'pa?s>wörd~~', 'key+/=8'];
  for (const secret of secrets) {
    const mask = createSecretMask(createPlan({ target: { url, headers: { 'X-Api-Key': secret } } }));
    for (const before of ['', 'a', 'ab', 'user:', '{"key":"'])
      for (const after of ['', '"', '"}', ' and more'])
        for (const encoding of ['base64', 'base64url', 'hex'] as const) {
          const echoed = Buffer.from(`${before}${secret}${after}`).toString(encoding);
          const masked = mask(`you sent ${echoed}.`, plain);
          expect(masked, `${secret} in ${echoed}`).toContain('•••');
          // The rest of the echo tells less than two letters at either end.
          expect(Buffer.from(masked.replaceAll('•••', '~'), encoding).toString('latin1')).not.toContain(secret.slice(2, -2));
        }
    expect(mask(`https://a.example/?k=${encodeURIComponent(secret)}`, plain)).toBe('https://a.example/?k=•••');
  }
});

test('a secret does not show where the text was cut in the middle of it', () => {
  const mask = createSecretMask(createPlan({ target: { url, headers: { 'X-Api-Key': 's3cr3t-canary-42' } } }));
  for (let length = 4; length < 16; length++)
    expect(mask(`you sent ${'s3cr3t-canary-42'.slice(0, length)}`, plain, true)).toBe('you sent •••');
  expect(mask('you sent nothing', plain, true)).toBe('you sent nothing');
  expect(mask('you sent s3cr3t', plain)).toBe('you sent s3cr3t');
});

test('values of secret names in a URL and in a body are masked, as they are written and as they are meant', () => {
  const target = {
    url: `${url}?page=2&token=c%26n-ary`,
    method: 'POST' as const,
    body: '{"user":"ann","password":"b0dy-canary"}',
  };
  const mask = createSecretMask(createPlan({ target }));
  expect(mask('page=2 token=c%26n-ary is c&n-ary; ann has b0dy-canary', plain)).toBe('page=2 token=••• is •••; ann has •••');
});
