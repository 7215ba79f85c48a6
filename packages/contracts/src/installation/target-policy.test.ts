import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { expect, test } from 'vitest';
import type { Refusal } from '../api/refusal.ts';
import { judgeAddress, judgeUrl, mayShowAnswers, messagePolicy, provenAddresses, type TargetPolicy } from './target-policy.ts';

const loopbackOnly: TargetPolicy = { mode: 'allowlist', allowed: ['loopback'], ownPorts: [4300, 5432] };
const listed: TargetPolicy = {
  mode: 'allowlist',
  allowed: ['10.1.0.0/16', 'api.example.com', '*.lab.example.com', '192.0.2.7', '2001:db8::/32'],
  ownPorts: [4300],
};
const lab: TargetPolicy = { mode: 'open-lab', allowed: [], ownPorts: [4300] };
const everywhere: TargetPolicy = { mode: 'allowlist', allowed: ['0.0.0.0/0', '::/0'], ownPorts: [4300, 443] };
const said = (refusal: Refusal | null) => (refusal === null ? null : refusalSentence(refusal));
const judge = (policy: TargetPolicy, url: string) => said(judgeUrl(policy, new URL(url)));

test.each([
  'http://127.0.0.1:8080/',
  'http://127.9.9.9/',
  'http://localhost:1/',
  'http://app.localhost/',
  'http://[::1]:8080/',
  'http://[::ffff:127.0.0.1]/',
])('%s is loopback and allowed where it is listed', (url) => expect(judge(loopbackOnly, url)).toBeNull());

test.each([
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://172.16.0.1/',
  'http://8.8.8.8/',
  'http://example.com/',
  'http://[fe80::1]/',
  'http://[2001:4860:4860::8888]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[64:ff9b::a00:1]/',
  'http://[2002:a00:1::]/',
])('%s is refused with a sentence that says how to allow it', (url) =>
  expect(judge(loopbackOnly, url)).toMatch(/not allowed.*PLIMSOLL_TARGETS/),
);

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::ffff:0:a9fe:a9fe]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://[fd00:ec2::254]/',
  'http://169.254.170.2/',
  'http://169.254.170.23/',
  'http://[fd00:ec2::23]/',
  'http://[fd20:ce::254]/',
  'http://[fd20:ce:0:0::254]/',
  'http://192.0.0.192/',
  'http://metadata.goog/',
  'http://168.63.129.16/',
  'http://100.100.100.200/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://metadata.google.internal/',
  'http://metadata.google.internal./',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[ff02::1]/',
  'http://0.0.0.0/',
  'http://[::]/',
])('%s is refused in every mode', (url) => {
  for (const policy of [loopbackOnly, listed, lab, everywhere]) expect(judge(policy, url)).not.toBeNull();
});

test('our own ports are refused on every address of this machine, in every mode', () => {
  for (const policy of [loopbackOnly, listed, lab])
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.0.0.2', '[::ffff:127.0.0.1]'])
      expect(judge(policy, `http://${host}:4300/`)).toMatch(/own/);
});

test("our own ports are refused on every other address too, but for the web's own ones on public addresses", () => {
  for (const host of ['100.64.0.7', '10.0.0.7', '203.0.113.9', '8.8.8.8', '[2001:4860:4860::8888]', '169.254.3.4'])
    for (const policy of [lab, everywhere]) expect(judge(policy, `http://${host}:4300/`)).toMatch(/own/);
  expect(judge(everywhere, 'https://8.8.8.8/')).toBeNull();
  for (const host of ['100.64.0.7', '10.0.0.7', '127.0.0.1']) expect(judge(everywhere, `https://${host}/`)).toMatch(/own/);
});

test('a listed name must not lead to the generator itself or its link, unless that address is listed', () => {
  for (const address of ['127.0.0.1', '::1', '169.254.3.4', 'fe80::1', '::ffff:127.0.0.1'])
    expect(said(judgeAddress(listed, 'api.example.com', address, 80))).toMatch(/api\.example\.com resolves to .*PLIMSOLL_TARGETS/);
  const meant: TargetPolicy = { ...listed, allowed: ['api.example.com', '127.0.0.0/8'] };
  expect(judgeAddress(meant, 'api.example.com', '127.0.0.1', 80)).toBeNull();
  for (const host of ['localhost', 'app.localhost', '127.0.0.1'])
    expect(judgeAddress({ ...listed, allowed: [...listed.allowed, 'loopback'] }, host, '127.0.0.1', 80)).toBeNull();
  expect(judgeAddress(lab, 'app.test', '127.0.0.1', 80)).toBeNull();
});

test('an allow-list takes names, wildcards, addresses and ranges, and nothing beside them', () => {
  for (const url of [
    'http://10.1.2.3/',
    'http://api.example.com/',
    'http://a.lab.example.com/',
    'http://192.0.2.7/',
    'http://[2001:db8::5]/',
  ])
    expect(judge(listed, url)).toBeNull();
  expect(judge(listed, 'http://10.2.0.1/')).not.toBeNull();
  expect(judge(listed, 'http://192.0.2.8/')).not.toBeNull();
});

test('a name is judged again by the address it resolves to', () => {
  expect(judgeAddress(listed, 'api.example.com', '203.0.113.9', 80)).toBeNull();
  expect(said(judgeAddress(listed, 'api.example.com', '169.254.169.254', 80))).toMatch(/metadata/);
  expect(said(judgeAddress(listed, 'evil.example.org', '10.2.0.1', 80))).toMatch(/not allowed/);
  expect(said(judgeAddress(loopbackOnly, 'rebind.example.org', '127.0.0.1', 5432))).toMatch(/own/);
});

const verified: TargetPolicy = {
  mode: 'public-verified',
  allowed: ['10.1.0.0/16', 'open.example.com'],
  ownPorts: [4300],
  proven: [{ host: 'shop.example.com', addresses: ['93.184.216.34', '2606:2800:220:1::1', '10.9.9.9', '127.0.0.1', '4000::1'] }],
};

test('public-verified lets load go to proved hosts, at the public addresses where the proof was seen, beside the list of the operator', () => {
  const at = (host: string, address: string, port = 443) => judgeAddress(verified, host, address, port)?.code ?? null;
  expect(judgeUrl(verified, new URL('https://Shop.Example.com./'))).toBeNull();
  expect(at('shop.example.com', '93.184.216.34')).toBeNull();
  expect(at('shop.example.com', '2606:2800:220:1::1')).toBeNull();
  expect(at('shop.example.com', '93.184.216.35')).toBe('address_not_proven');
  expect(at('shop.example.com', '93.184.216.34', 4300)).toBe('own_port');
  // A proof seen there would not count: none of these is public.
  expect(at('shop.example.com', '10.9.9.9')).toBe('host_not_public');
  expect(at('shop.example.com', '4000::1')).toBe('host_not_public');
  expect(at('shop.example.com', '127.0.0.1')).toBe('name_to_local_address');
  expect(at('shop.example.com', '169.254.169.254')).toBe('metadata_address');
  // Nothing else is proved: no other name, no name below it, no address by itself.
  for (const [host, address] of [
    ['other.example.com', '93.184.216.34'],
    ['www.shop.example.com', '93.184.216.34'],
  ] as const)
    expect(at(host, address), host).toBe('target_not_proven');
  expect(at('93.184.216.34', '93.184.216.34')).toBe('target_not_allowed');
  expect(judge({ ...verified, allowed: [] }, 'https://other.example.com/')).toContain('Team → Targets');
  expect([at('10.1.2.3', '10.1.2.3'), at('open.example.com', '8.8.8.8'), at('127.0.0.1', '127.0.0.1')]).toEqual([
    null,
    null,
    'loopback_closed',
  ]);
  // A list of the team narrows what the operator permits, not what the team has proved.
  const narrowed = { ...verified, team: ['open.example.com'] };
  expect(judgeAddress(narrowed, 'shop.example.com', '93.184.216.34', 443)).toBeNull();
  expect(judgeAddress(narrowed, '10.1.2.3', '10.1.2.3', 80)?.code).toBe('target_not_of_team');
});

test('a proof counts in public-verified alone, and not for a name that the operator lists', () => {
  const listedName = { ...verified, allowed: ['*.example.com'] };
  expect([provenAddresses(verified, 'shop.example.com')?.length, provenAddresses(listedName, 'shop.example.com')]).toEqual([5, null]);
  const allowlist: TargetPolicy = { ...verified, mode: 'allowlist', allowed: [] };
  expect(judgeUrl(allowlist, new URL('https://shop.example.com/'))?.code).toBe('target_not_allowed');
  expect(judgeAddress(allowlist, 'shop.example.com', '93.184.216.34', 443)?.code).toBe('target_not_allowed');
});

const loopbackUrls = [
  'http://127.0.0.1:8080/',
  'http://127.9.9.9/',
  'http://localhost:1/',
  'http://app.localhost/',
  'http://[::1]:8080/',
  'http://[::ffff:127.0.0.1]/',
];

test.each([
  ['an empty list', []],
  ['a list of others', listed.allowed],
  ['ranges that it is only a part of', ['0.0.0.0/0', '::/0', '127.0.0.0/7', '::/127']],
  ['a host that is called so', ['loopback.example.com', '*.loopback']],
])('%s closes loopback, and with it all but the demo target', (_what, allowed) => {
  for (const mode of ['allowlist', 'public-verified'] as const) {
    const policy: TargetPolicy = { mode, allowed, ownPorts: [4300], demoPort: 4390 };
    for (const url of loopbackUrls) expect(judge(policy, url), url).toMatch(/loopback.*PLIMSOLL_TARGETS/);
    expect(judge(policy, 'http://127.0.0.1:4390/')).toBeNull();
    expect(judge(policy, 'http://localhost:4390/')).toBeNull();
    expect(judge(policy, 'http://127.0.0.2:4390/')).toMatch(/loopback/);
    expect(judge({ ...policy, ownPorts: [4390] }, 'http://127.0.0.1:4390/')).toMatch(/own/);
    expect(judge({ ...policy, demoPort: 0 }, 'http://127.0.0.1:0/')).toMatch(/loopback/);
    // Nobody else's name leads there.
    expect(judgeAddress(policy, 'evil.example.org', '127.0.0.1', 4390)?.code).toBe('name_to_local_address');
  }
});

test('parts of loopback are listed by their own address, range or name, and the word is no name', () => {
  const only = (entry: string): TargetPolicy => ({ mode: 'allowlist', allowed: [entry], ownPorts: [] });
  expect(judge(only('127.0.0.2'), 'http://127.0.0.2/')).toBeNull();
  expect(judge(only('127.0.0.2'), 'http://127.0.0.1/')).toMatch(/loopback/);
  expect(judge(only('127.0.0.0/24'), 'http://127.0.0.9/')).toBeNull();
  expect(judge(only('::1'), 'http://[::1]/')).toBeNull();
  expect(judge(only('localhost'), 'http://localhost/')).toBeNull();
  expect(judge(only('localhost'), 'http://127.0.0.1/')).toMatch(/loopback/);
  expect(judge(only('loopback'), 'http://loopback/')).toMatch(/not allowed/);
  expect(judgeAddress(only('loopback'), 'loopback', '10.0.0.1', 80)?.code).toBe('target_not_allowed');
});

test('answers of an unlisted service of this machine are for nobody to see', () => {
  const shows = (policy: TargetPolicy, address: string, port = 80) => mayShowAnswers(policy, address, address, port);
  expect([shows(lab, '127.0.0.1'), shows(lab, '::1'), shows(lab, '::ffff:127.0.0.1')]).toEqual([false, false, false]);
  expect([shows(lab, '10.0.0.1'), shows({ ...lab, demoPort: 4390 }, '127.0.0.1', 4390)]).toEqual([true, true]);
  expect([shows({ ...lab, allowed: ['loopback'] }, '127.0.0.1'), shows(loopbackOnly, '127.0.0.1')]).toEqual([true, true]);
});

test('messages go to every public address, and inside only where the operator lists it; no list of a team narrows them', () => {
  const messages = messagePolicy({ ...listed, mode: 'public-verified', team: ['192.0.2.7'] }, 'public');
  for (const url of [
    'https://hooks.example.org/a',
    'http://8.8.8.8/',
    'http://[2001:4860:4860::8888]/',
    'http://10.1.2.3/',
    'http://192.0.2.7/',
  ])
    expect(judge(messages, url), url).toBeNull();
  for (const url of [
    'http://10.2.0.1/',
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[fd12::1]/',
    'http://100.64.0.1/',
    'http://192.168.0.1/',
  ])
    expect(judge(messages, url), url).toMatch(/PLIMSOLL_TARGETS/);
  for (const url of [
    'http://169.254.169.254/',
    'http://metadata/',
    'http://8.8.8.8:4300/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://224.0.0.1/',
  ])
    expect(judge(messages, url), url).not.toBeNull();
  for (const address of ['10.0.0.1', '127.0.0.1', '169.254.3.4', '64:ff9b::a00:1', '2002:a00:1::', 'fd12::1', '::ffff:10.0.0.1'])
    expect(judgeAddress(messages, 'rebound.example', address, 443), address).not.toBeNull();
  expect(judgeAddress(messages, 'rebound.example', '8.8.8.8', 443)).toBeNull();
});

test('messages go nowhere but to listed addresses where the operator closed the public ones, in an open lab, too', () => {
  for (const targets of [listed, { ...listed, mode: 'public-verified' }, { ...listed, mode: 'open-lab' }] as const) {
    const messages = messagePolicy({ ...targets, team: ['192.0.2.7'] }, 'listed');
    for (const url of ['http://8.8.8.8/', 'http://[2001:4860:4860::8888]/', 'http://10.2.0.1/', 'http://127.0.0.1/'])
      expect(judge(messages, url), url).toMatch(/PLIMSOLL_TARGETS/);
    expect(judge(messages, 'http://10.1.2.3/')).toBeNull();
    expect(judgeAddress(messages, 'rebound.example', '8.8.8.8', 443)).not.toBeNull();
  }
});
