/**
 * The targets that may be loaded. A load generator is a weapon: all but the demo must be on the operator's list, loopback too, and cloud metadata,
 * multicast, broadcast and our own ports are refused in every mode.
 * Judges names and literal addresses; the guard of packages/network judges again the address of each new connection (DNS rebinding).
 */
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { type Refusal, refusal } from '../api/refusal.ts';
import { isUnixUrl, unixSocketPath } from '../request/unix-url.ts';

export const targetPolicySchema = z
  .strictObject({
    /** `public-verified`: beside the list, public hosts that the team has proved to be its own. */
    mode: z.enum(['allowlist', 'public-verified', 'open-lab']),
    /** Host names (`api.example.com`, `*.example.com`), addresses and CIDR ranges; `loopback` for this machine, which no wider range has in it. */
    allowed: z.array(z.string()),
    /** The port of the built-in demo target, which is ours and may always be loaded, at 127.0.0.1. */
    demoPort: z.int().optional(),
    /** Ports of our own API, Postgres and Redis on addresses of this machine: always refused. */
    ownPorts: z.array(z.int()),
    /** Unix sockets that may be loaded: absolute paths, in which a star stands for any name or part of one. Left out: none. */
    sockets: z.array(z.string()).optional(),
    /** Sockets of our own Postgres and Redis: always refused, with everything below such a path. */
    ownSockets: z.array(z.string()).optional(),
    /** The targets beyond loopback that a team allows itself, in the same words. Empty or left out: all that the operator allows. */
    team: z.array(z.string()).optional(),
    /** Beside the list, every public address: of what is told to others, and never of loads. */
    publicToo: z.boolean().optional(),
    /** In `public-verified`: hosts that the team has proved, each with the addresses at which it did. No other address of theirs is loaded. */
    proven: z.array(z.strictObject({ host: z.string(), addresses: z.array(z.string()) })).optional(),
  })
  .meta({ id: 'TargetPolicy' });
export type TargetPolicy = z.infer<typeof targetPolicySchema>;

/** On a list: this machine, at every address of loopback. */
export const loopbackWord = 'loopback';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses that give credentials to anybody on a cloud's machine: AWS (instances, tasks, pods), Google, Azure, Alibaba, Oracle. */
const metadata = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
].map((text) => ipaddr.parse(text).toString());
const metadataNames = new Set(['metadata.google.internal', 'metadata.goog', 'metadata', 'instance-data']);
/** Everybody's: on the address of another machine they say nothing about us. */
const webPorts = new Set([80, 443]);
const localRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/** Is this host text an IP literal (with or without IPv6 brackets)? */
function literal(host: string): Address | null {
  const bare = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/** IPv4 inside IPv6 in every spelling that routes to it: mapped, translated (RFC 7915), 6to4, NAT64, compatible. */
function unwrapped(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const bytes = address.toByteArray();
  const tail = (at: number) => ipaddr.fromByteArray(bytes.slice(at, at + 4));
  if (bytes.slice(0, 12).every((b) => b === 0) && !bytes.slice(12, 15).every((b) => b === 0)) return tail(12);
  if (bytes.slice(0, 8).every((b) => b === 0) && bytes[8] === 0xff && bytes[9] === 0xff && bytes[10] === 0 && bytes[11] === 0)
    return tail(12);
  if (bytes[0] === 0x20 && bytes[1] === 0x02) return tail(2);
  if (bytes[0] === 0 && bytes[1] === 0x64 && bytes[2] === 0xff && bytes[3] === 0x9b) return tail(12);
  return address;
}

function isLoopback(address: Address): boolean {
  return address.range() === 'loopback';
}

/** The reason why this resolved address must not be loaded, else null. `host` is the name it came from. */
export function judgeAddress(policy: TargetPolicy, host: string, address: string, port: number): Refusal | null {
  return judgeAddressByOperator(policy, host, address, port) ?? judgeAddressByTeam(policy, host, address);
}

/** A team's list only narrows: it is asked when the operator has nothing against the address. */
function judgeAddressByTeam(policy: TargetPolicy, host: string, address: string): Refusal | null {
  const { team = [] } = policy;
  const parsed = literal(address);
  // A host that the team has proved is its own choice already.
  if (team.length === 0 || !parsed || provenAddresses(policy, host)) return null;
  const inner = unwrapped(parsed);
  if (isLoopback(inner) || isListed(team, host, inner)) return null;
  return refusal('target_not_of_team', { target: describeTarget(host, address) });
}

function judgeAddressByOperator(policy: TargetPolicy, host: string, address: string, port: number): Refusal | null {
  const parsed = literal(address);
  if (!parsed) return refusal('no_address', { address });
  const inner = unwrapped(parsed);
  const range = inner.range();
  if (metadata.includes(inner.toString()) || metadata.includes(parsed.toString())) return refusal('metadata_address', { address });
  if (range === 'multicast' || range === 'broadcast') return refusal(`${range}_address`, { address });
  if (range === 'unspecified') return refusal('unspecified_address', { address });
  // Our machine has public addresses too, and nobody here knows which.
  if (policy.ownPorts.includes(port) && (localRanges.has(range) || !webPorts.has(port))) return refusal('own_port', { port: String(port) });
  if (
    policy.mode !== 'open-lab' &&
    (range === 'loopback' || range === 'linkLocal') &&
    !isOwnName(host) &&
    !isListedAddress(range === 'loopback' ? policy.allowed.filter(isLoopbackEntry) : policy.allowed, inner)
  )
    return refusal('name_to_local_address', { host, address });
  if (
    inner !== parsed &&
    !isLoopback(inner) &&
    parsed.kind() === 'ipv6' &&
    policy.mode !== 'open-lab' &&
    !isListed(policy.allowed, host, inner)
  )
    return notAllowed(host, address);
  if (isLoopback(inner)) return judgeLoopback(policy, host, address, port);
  if (policy.mode === 'open-lab' || isListed(policy.allowed, host, inner)) return null;
  if (policy.publicToo && isPublic(inner)) return null;
  return policy.mode === 'public-verified' ? judgeProven(policy, host, address, inner) : notAllowed(host, address);
}

function judgeLoopback(policy: TargetPolicy, host: string, address: string, port: number): Refusal | null {
  if (policy.mode === 'open-lab' || isKnownLoopback(policy, host, address, port)) return null;
  return refusal('loopback_closed', { target: describeTarget(host, address) });
}

/** Is this address of loopback the demo target's, or does the operator's list name it? */
function isKnownLoopback({ allowed, demoPort }: TargetPolicy, host: string, address: string, port: number): boolean {
  const parsed = literal(address);
  if (!parsed) return false;
  const inner = unwrapped(parsed);
  const isDemo = demoPort !== undefined && demoPort > 0 && port === demoPort && inner.toString() === '127.0.0.1';
  return isDemo || allowed.includes(loopbackWord) || isListed(allowed.filter(isLoopbackEntry), host, inner);
}

/** Says whether an entry of a list is loopback. A range that loopback is only a part of was not written for it. */
function isLoopbackEntry(entry: string): boolean {
  if (!ipaddr.isValidCIDR(entry)) return !ipaddr.isValid(entry) || isLoopback(ipaddr.process(entry));
  const [range, bits] = ipaddr.parseCIDR(entry);
  return isLoopback(range) && bits >= (range.kind() === 'ipv4' ? 8 : 128);
}

/**
 * May people see what a target at this address answers? Not of a service on the generator's own machine that nobody listed: it may tell its
 * neighbours what it tells nobody else.
 */
export function mayShowAnswers(policy: TargetPolicy, host: string, address: string, port: number): boolean {
  const parsed = literal(address);
  return parsed !== null && (!isLoopback(unwrapped(parsed)) || isKnownLoopback(policy, host, address, port));
}

/** Only public addresses at which the proof was seen: the name may lead elsewhere by now. */
function judgeProven(policy: TargetPolicy, host: string, address: string, inner: Address): Refusal | null {
  const addresses = provenAddresses(policy, host);
  // An address by itself cannot be proved.
  if (literal(host)) return notAllowed(host, address);
  if (!addresses) return refusal('target_not_proven', { target: describeTarget(host, address) });
  if (!isPublic(inner)) return refusal('host_not_public', { host, address });
  return isListedAddress(addresses, inner) ? null : refusal('address_not_proven', { host, address });
}

/** IPv6 hands out public addresses from 2000::/3 alone. */
function isPublic(address: Address): boolean {
  const isGlobal = address.kind() === 'ipv4' || ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
  return isGlobal && address.range() === 'unicast';
}

/** The only addresses to connect to for a host that needs the team's proof and has it; null: none is needed or there is none, and the name is resolved. */
export function provenAddresses({ mode, allowed, proven = [] }: TargetPolicy, host: string): readonly string[] | null {
  const name = host.replace(/\.$/, '').toLowerCase();
  if (mode !== 'public-verified' || isListedName(allowed, name)) return null;
  return proven.find((one) => one.host === name)?.addresses ?? null;
}

function describeTarget(host: string, address: string): string {
  return host === address || host === `[${address}]` ? address : `${host} (${address})`;
}

function notAllowed(host: string, address: string): Refusal {
  return refusal('target_not_allowed', { target: describeTarget(host, address) });
}

/** Sockets that hand out the machine or a database, whoever's they are: Postgres, Redis, Docker and its kin. */
const neverSockets = /^(\.s\.PGSQL\.|.*(redis|valkey|docker|containerd|podman|crio).*$)/i;

/** Refuses a Unix socket, or answers null. They are on this machine, as loopback is, so no list of a team narrows them. */
export function judgeSocket({ sockets = [], ownSockets = [] }: TargetPolicy, path: string): Refusal | null {
  const names = path.split('/');
  if (neverSockets.test(names.at(-1) ?? '') || ownSockets.some((own) => path === own || path.startsWith(`${own}/`)))
    return refusal('own_socket', { path });
  return sockets.some((pattern) => fitsPattern(names, pattern.split('/'))) ? null : refusal('socket_not_allowed', { path });
}

/** Name by name: a star never reaches into another directory. */
function fitsPattern(names: readonly string[], patterns: readonly string[]): boolean {
  const fits = (name: string, pattern: string) => {
    const parts = pattern.split('*').map((part) => part.replace(/[^A-Za-z0-9_]/g, '\\$&'));
    return new RegExp(`^${parts.join('[^/]*')}$`).test(name);
  };
  return names.length === patterns.length && names.every((name, at) => fits(name, patterns[at] ?? ''));
}

/** Where messages may go: to public addresses and listed ones, or to listed ones alone. */
export const messageReaches = ['public', 'listed'] as const;
export type MessageReach = (typeof messageReaches)[number];

/** Where messages may go, as the operator's targets say: to addresses that the list names, and to public ones unless the operator closed these. No list of a team narrows it. */
export function messagePolicy(targets: TargetPolicy, reach: MessageReach): TargetPolicy {
  const mode = targets.mode === 'open-lab' && reach === 'public' ? 'open-lab' : 'allowlist';
  return { ...targets, mode, publicToo: reach === 'public', team: [], proven: [], sockets: [] };
}

/** Refuses a plan's URL before any name is resolved, or answers null. */
export function judgeUrl(policy: TargetPolicy, url: URL): Refusal | null {
  if (isUnixUrl(url.href)) {
    const path = unixSocketPath(url.href);
    return path === null ? refusal('url_socket') : judgeSocket(policy, path);
  }
  const port = url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80;
  const host = url.hostname.replace(/\.$/, '').toLowerCase();
  const address = literal(host);
  if (address) return judgeAddress(policy, host, address.toString(), port);
  if (metadataNames.has(host)) return refusal('metadata_host', { host });
  if (host === 'localhost' || host.endsWith('.localhost')) return judgeAddress(policy, host, '127.0.0.1', port);
  if (provenAddresses(policy, host)) return null;
  if (policy.mode !== 'open-lab' && !policy.publicToo && !mayLead(policy.allowed, host))
    return refusal(policy.mode === 'public-verified' ? 'target_not_proven' : 'target_not_allowed', { target: host });
  const { team = [] } = policy;
  return team.length === 0 || mayLead(team, host) ? null : refusal('target_not_of_team', { target: host });
}

/** Does the list have this name, or addresses that it may turn out to have? */
function mayLead(list: readonly string[], host: string): boolean {
  return isListedName(list, host) || list.some((entry) => entry.includes('/') || ipaddr.isValid(entry));
}

/** Does the list have this name? A name that the operator lists needs no proof. */
export function isListedName(list: readonly string[], host: string): boolean {
  return list.some(
    (entry) =>
      entry !== loopbackWord && (entry.toLowerCase() === host || (entry.startsWith('*.') && host.endsWith(entry.slice(1).toLowerCase()))),
  );
}

/** Does the list have this very name or address? Loopback is no exception here: it is listed as any other. */
export function isListedHost(list: readonly string[], hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  const address = literal(host);
  return address ? isListedAddress(list, address) : isListedName(list, host);
}

/** A literal address says where it leads, and `localhost` is always here. Any other name leads wherever its owner wants. */
function isOwnName(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase();
  return literal(name) !== null || name === 'localhost' || name.endsWith('.localhost');
}

function isListed(list: readonly string[], host: string, address: Address): boolean {
  return (!literal(host) && isListedName(list, host.replace(/\.$/, '').toLowerCase())) || isListedAddress(list, address);
}

function isListedAddress(list: readonly string[], address: Address): boolean {
  return list.some((entry) => {
    if (ipaddr.isValidCIDR(entry)) {
      const [range, bits] = ipaddr.parseCIDR(entry);
      return range.kind() === address.kind() && address.match(range as never, bits);
    }
    return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === address.toString();
  });
}
