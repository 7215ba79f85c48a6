import { networkInterfaces } from 'node:os';
import { targetPolicySchema } from '@plimsoll/contracts/target-policy';
import { expect, test } from 'vitest';
import { judgedAddresses } from '../dial/target-guard.ts';
import { shareMachine } from './same-machine.ts';

const open = targetPolicySchema.parse({ mode: 'open-lab', allowed: [], ownPorts: [] });
const share = (...urls: string[]) => shareMachine({ urls, policy: open });

test('URLs of one address are one machine, however it is written; those of others are not', async () => {
  expect(await share('http://127.0.0.1:8001/', 'http://[::1]:8002/')).toBe(true);
  expect(await share('http://localhost.:8001/a', 'http://127.9.9.9:8002/b')).toBe(true);
  expect(await share('http://192.0.2.1/', 'http://192.0.2.2/', 'https://192.0.2.1:8443/')).toBe(true);
  expect(await share('http://192.0.2.1/', 'http://192.0.2.2/')).toBe(false);
  const own = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  for (const { address, family, internal } of own)
    if (family === 'IPv4' && !internal) expect(await share('http://127.0.0.1:1/', `http://${address}:2/`)).toBe(true);
});

test('a name stands for what a connection to it would go to: nothing where one of its addresses is refused', async () => {
  const judged = (found: string[], policy = open) =>
    judgedAddresses({ url: new URL('http://shop.example/'), policy, resolve: (_, done) => done(null, found) });
  expect(await judged(['192.0.2.7', '192.0.2.8'])).toEqual(['192.0.2.7', '192.0.2.8']);
  expect(await judged(['192.0.2.7', '169.254.169.254'])).toEqual([]);
  expect(await judged(['10.0.0.1'], { ...open, mode: 'allowlist', allowed: ['other.example'] })).toEqual([]);
  expect(await share('http://169.254.169.254/', 'http://169.254.169.254:81/')).toBe(false);
  expect(await share('http://nobody.invalid/', 'http://nobody.invalid:81/')).toBe(false);
});
