import { expect, test } from 'vitest';
import { judgeAddress, judgeUrl, type TargetPolicy } from './target-policy.ts';
import { refuseTeamTarget, teamTargetsSchema } from './team-targets.ts';

const operator: TargetPolicy = {
  mode: 'allowlist',
  allowed: ['loopback', '10.1.0.0/16', '2001:db8::/32', '192.0.2.7', 'api.example.com', '*.lab.example.com'],
  ownPorts: [4300],
};
const names: TargetPolicy = { ...operator, allowed: ['api.example.com', '*.lab.example.com'] };
const lab: TargetPolicy = { mode: 'open-lab', allowed: [], ownPorts: [4300] };
const url = (policy: TargetPolicy, text: string) => judgeUrl(policy, new URL(text))?.code ?? null;
const address = (policy: TargetPolicy, host: string, text: string, port = 8080) => judgeAddress(policy, host, text, port)?.code ?? null;

test.each([
  ['staging.example.com'],
  ['*.example.com'],
  ['localhost'],
  ['web_1'],
  ['xn--bcher-kva.example'],
  ['10.1.2.3'],
  ['10.1.0.0/16'],
  ['fd12::1'],
  ['fd12::/48'],
])('takes %s as an entry', (entry) => expect(teamTargetsSchema.parse([entry])).toEqual([entry]));

test.each([
  [''],
  ['http://staging.example.com'],
  ['staging.example.com:8080'],
  ['staging.example.com/path'],
  ['*'],
  ['*.*.example.com'],
  ['a.*.example.com'],
  ['a b'],
  ['-a.example.com'],
  ['10.1.2'],
  ['0x0a.1.2.3'],
  ['2130706433'],
  ['10.1.2.3/33'],
  ['10.1/16'],
  ['[fd12::1]'],
  ['bücher.example'],
  ['open-lab,a'],
  [`${'a.'.repeat(127)}com`],
])('refuses %j as an entry', (entry) => {
  const { error } = teamTargetsSchema.safeParse([entry]);
  expect(error?.issues[0]).toMatchObject({ path: [0], message: 'target_entry' });
});

test('keeps each entry once, in lower case', () => {
  expect(teamTargetsSchema.parse([' API.example.com ', 'api.example.com'])).toEqual(['api.example.com']);
  expect(teamTargetsSchema.safeParse(Array(101).fill('a')).success).toBe(false);
});

test.each([
  ['10.1.0.0/16', null],
  ['10.1.2.0/24', null],
  ['10.1.2.3', null],
  ['127.0.0.0/8', null],
  ['localhost', null],
  ['2001:db8:1::/48', null],
  ['192.0.2.7', null],
  ['10.0.0.0/8', 'target_entry_beyond'],
  ['0.0.0.0/0', 'target_entry_beyond'],
  ['::/0', 'target_entry_beyond'],
  ['10.2.0.1', 'target_entry_beyond'],
  ['169.254.169.254', 'metadata_address'],
  ['metadata.google.internal', 'metadata_host'],
  ['224.0.0.1', 'multicast_address'],
  // Where addresses are permitted, a name may lead to one of them; the engine judges what it leads to.
  ['any.example.com', null],
])('an operator who permits ranges and names is asked for %s: %s', (entry, code) =>
  expect(refuseTeamTarget({ ...operator, ownPorts: [80] }, entry)?.code ?? null).toBe(code),
);

test.each([
  ['api.example.com', null],
  ['a.lab.example.com', null],
  ['*.lab.example.com', null],
  ['*.deep.lab.example.com', null],
  ['*.example.com', 'target_entry_beyond'],
  ['other.example.com', 'target_entry_beyond'],
])('an operator who permits names is asked for %s: %s', (entry, code) => expect(refuseTeamTarget(names, entry)?.code ?? null).toBe(code));

test('loopback is for no team where the operator has closed it', () => {
  const closed = { ...operator, allowed: ['10.1.0.0/16'] };
  for (const entry of ['127.0.0.0/8', '127.0.0.1', 'localhost'])
    expect(refuseTeamTarget(closed, entry)?.code, entry).toBe('target_entry_beyond');
  expect(url({ ...closed, team: ['127.0.0.0/8'] }, 'http://127.0.0.1/')).toBe('loopback_closed');
});

test('an open lab permits any range and name but the ones that are always refused', () => {
  for (const entry of ['0.0.0.0/0', 'any.example.com', '8.8.8.8']) expect(refuseTeamTarget(lab, entry), entry).toBeNull();
  expect(refuseTeamTarget(lab, '169.254.169.254')?.code).toBe('metadata_address');
});

test("a team's list narrows what the operator permits, and never widens it", () => {
  const team = (...list: string[]): TargetPolicy => ({ ...operator, team: list });
  expect(url(team(), 'http://api.example.com/')).toBeNull();
  expect(url(team('10.1.2.0/24'), 'http://10.1.2.9/')).toBeNull();
  expect(url(team('10.1.2.0/24'), 'http://10.1.3.9/')).toBe('target_not_of_team');
  expect(url(team('a.lab.example.com'), 'http://b.lab.example.com/')).toBe('target_not_of_team');
  // The operator took the first back since; no list may hold the second.
  expect(url(team('10.0.0.0/8', '8.8.8.8'), 'http://8.8.8.8/')).toBe('target_not_allowed');
  expect(url(team('169.254.0.0/16'), 'http://169.254.169.254/')).toBe('metadata_address');
  // Loopback that the operator permits is everybody's; our own ports are nobody's.
  expect(url(team('10.1.2.0/24'), 'http://127.0.0.1:8080/')).toBeNull();
  expect(url(team('127.0.0.0/8'), 'http://127.0.0.1:4300/')).toBe('own_port');
  expect(url({ ...lab, team: ['a.example.com'] }, 'http://b.example.com/')).toBe('target_not_of_team');
  expect(url({ ...lab, team: ['a.example.com'] }, 'http://a.example.com/')).toBeNull();
});

test('the address of each connection is held against both lists', () => {
  const byName: TargetPolicy = { ...operator, team: ['web.example.com'] };
  expect(url(byName, 'http://web.example.com/')).toBeNull();
  expect(address(byName, 'web.example.com', '10.1.9.9')).toBeNull();
  expect(address(byName, 'web.example.com', '10.2.9.9')).toBe('target_not_allowed');
  const byRange: TargetPolicy = { ...operator, team: ['10.1.2.0/24'] };
  expect(url(byRange, 'http://web.example.com/')).toBeNull();
  expect(address(byRange, 'web.example.com', '10.1.2.9')).toBeNull();
  expect(address(byRange, 'web.example.com', '10.1.9.9')).toBe('target_not_of_team');
  expect(address(byRange, 'api.example.com', '198.51.100.1')).toBe('target_not_of_team');
  expect(address({ ...lab, team: ['10.1.2.0/24'] }, 'x.example.com', '::ffff:10.1.9.9')).toBe('target_not_of_team');
  expect(address({ ...lab, team: ['10.1.2.0/24'] }, 'x.example.com', '::ffff:10.1.2.9')).toBeNull();
});
