/** Looks for a team's proof that a host is its own, through the target guard: only public addresses are asked. */
import { lookup, Resolver } from 'node:dns/promises';
import { type Refusal, refusal } from '@plimsoll/contracts/refusal';
import { judgeAddress, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { type ProofKind, proofOf } from '@plimsoll/contracts/team-host';
import { errorCode } from '../dial/connection-error.ts';
import { openGuardedGet } from './guarded-get.ts';

/** The result of a proof: the addresses at which the host is proved, or the reason why it is not. */
export type HostProof = { readonly by: ProofKind; readonly addresses: readonly string[] } | { readonly problem: Refusal };

export interface ProofQuestion {
  readonly host: string;
  /** The token of the team and the host. */
  readonly token: string;
}

/** The sources of a proof: the names and the files of the world. */
export interface ProofSources {
  /** Every address of a name. */
  resolve(host: string): Promise<readonly string[]>;
  /** Every TXT record of a name, its pieces put together. */
  readRecords(name: string): Promise<readonly string[]>;
  /** The text that the URL's host answers at this address. Throws what `GuardedGet.get` does. */
  readFile(url: URL, address: string, policy: TargetPolicy): Promise<string>;
}

/** The whole look stays below the silence after which a worker counts as lost. */
const resolveMs = 3000;
const proofMs = 4000;
/** A proof is some 50 bytes. */
const mostBytes = 1024;
/** A host with more addresses is loaded at the first ones. */
const mostAddresses = 8;

export const worldSources: ProofSources = {
  resolve: async (host) => (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address),
  async readRecords(name) {
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
  },
  readFile: (url, address, policy) =>
    openGuardedGet(url, policy, (_host, done) => done(null, [address])).get({ timeoutMs: proofMs, mostBytes }),
};

/** Answers within 7 s or so. `ownPorts`: see TargetPolicy. */
export async function proveHost(
  { host, token }: ProofQuestion,
  ownPorts: readonly number[],
  sources: ProofSources = worldSources,
): Promise<HostProof> {
  let found: readonly string[];
  try {
    found = (await within(sources.resolve(host), resolveMs)).slice(0, mostAddresses);
  } catch (error) {
    return { problem: refusal('proof_no_address', { host, error: reason(error) }) };
  }
  if (found.length === 0) return { problem: refusal('proof_no_address', { host, error: 'ENODATA' }) };
  const policy: TargetPolicy = { mode: 'public-verified', allowed: [], ownPorts: [...ownPorts], proven: [{ host, addresses: [...found] }] };
  const refused = found.map((address) => judgeAddress(policy, host, address, 443)).find((one) => one !== null);
  if (refused) return { problem: refused };
  const { file, record } = proofOf(host, token);
  const [recorded, served] = await Promise.all([
    within(sources.readRecords(record.name), proofMs).then(
      (values) => values.some((value) => value.trim() === record.value) || 'another value',
      reason,
    ),
    Promise.all(found.map((address) => isServed(sources, host, address, policy, file))),
  ]);
  if (recorded === true) return { by: 'dns', addresses: found };
  const addresses = found.filter((_address, index) => served[index] === true);
  if (addresses.length > 0) return { by: 'file', addresses };
  return { problem: refusal('proof_missing', { host, file: String(served[0]), record: recorded }) };
}

/** True, or what was found instead. Either of both schemes is enough. */
async function isServed(
  { readFile }: ProofSources,
  host: string,
  address: string,
  policy: TargetPolicy,
  { path, content }: { readonly path: string; readonly content: string },
): Promise<true | string> {
  const reads = ['https', 'http'].map((scheme) =>
    within(readFile(new URL(`${scheme}://${host}${path}`), address, policy), proofMs + 500).then(
      (text) => text.trim() === content || 'another text',
      reason,
    ),
  );
  const [secure = '', plain = ''] = await Promise.all(reads);
  if (secure === true || plain === true) return true;
  // Plain HTTP says more where nobody speaks TLS.
  return `${plain} (http), ${secure} (https)`;
}

function reason(error: unknown): string {
  return errorCode(error) === 'PLM_DIAL' || errorCode(error) === ''
    ? error instanceof Error
      ? error.message
      : 'no answer'
    : errorCode(error);
}

/** Rejects when `work` takes longer. The work goes on to its own limit. */
async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
