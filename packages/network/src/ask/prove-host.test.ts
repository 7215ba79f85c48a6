import { expect, test } from 'vitest';
import { type ProofSources, proveHost } from './prove-host.ts';

const host = 'shop.example.com';
const token = 'a'.repeat(32) + 'b'.repeat(32);
const proof = `plimsoll=${'b'.repeat(32)}`;
const gone = (code: string) => Object.assign(new Error(code), { code });

/** A world in which nothing is proved, but for what is said. */
function world(said: Partial<ProofSources>): { readonly sources: ProofSources; readonly asked: string[] } {
  const asked: string[] = [];
  const sources: ProofSources = {
    resolve: async () => ['93.184.216.34', '2606:2800:220:1::1'],
    readRecords: async () => {
      throw gone('ENOTFOUND');
    },
    readFile: async () => {
      throw new Error('answered 404');
    },
    ...said,
  };
  const readFile: ProofSources['readFile'] = (url, address, policy) => {
    asked.push(`${url.href} at ${address}`);
    return sources.readFile(url, address, policy);
  };
  return { sources: { ...sources, readFile }, asked };
}
const look = (said: Partial<ProofSources>) => proveHost({ host, token }, [4300], world(said).sources);

test('a record proves all addresses, a file those that serve it', async () => {
  const names: string[] = [];
  const readRecords = async (name: string) => {
    names.push(name);
    return ['v=spf1', ` ${proof}`];
  };
  expect(await look({ readRecords })).toEqual({ by: 'dns', addresses: ['93.184.216.34', '2606:2800:220:1::1'] });
  expect(names).toEqual(['_plimsoll.shop.example.com']);
  const readFile: ProofSources['readFile'] = async (url, address) => {
    if (address.includes(':') || url.protocol === 'https:') throw gone('ECONNREFUSED');
    return `${proof}\n`;
  };
  expect(await look({ readFile })).toEqual({ by: 'file', addresses: ['93.184.216.34'] });
});

test('asks for one path by both schemes, at each address', async () => {
  const { sources, asked } = world({});
  await proveHost({ host, token }, [], sources);
  const path = `${host}/.well-known/plimsoll-${'a'.repeat(32)}.txt`;
  const at = (address: string) => [`https://${path} at ${address}`, `http://${path} at ${address}`];
  expect(asked).toEqual([...at('93.184.216.34'), ...at('2606:2800:220:1::1')]);
});

test('says what was found where the proof should be', async () => {
  const found = await look({ readFile: async ({ href }) => href, readRecords: async () => ['plimsoll=other'] });
  expect(found).toMatchObject({
    problem: { code: 'proof_missing', values: { host, file: 'another text (http), another text (https)', record: 'another value' } },
  });
  expect(await look({})).toMatchObject({ problem: { values: { file: 'answered 404 (http), answered 404 (https)', record: 'ENOTFOUND' } } });
});

test('asks nobody where an address is not public, and says so where there is none', async () => {
  for (const [address, code] of [
    ['10.1.2.3', 'host_not_public'],
    ['fd12::1', 'host_not_public'],
    ['127.0.0.1', 'name_to_local_address'],
    ['169.254.169.254', 'metadata_address'],
    ['64:ff9b::a00:1', 'target_not_allowed'],
  ] as const) {
    const { sources, asked } = world({ resolve: async () => ['93.184.216.34', address], readRecords: async () => [proof] });
    expect(await proveHost({ host, token }, [], sources), address).toMatchObject({ problem: { code } });
    expect(asked).toEqual([]);
  }
  expect(await look({ resolve: async () => [] })).toMatchObject({ problem: { code: 'proof_no_address' } });
  expect(await look({ resolve: () => Promise.reject(gone('ENOTFOUND')) })).toEqual({
    problem: { code: 'proof_no_address', values: { host, error: 'ENOTFOUND' } },
  });
});
