/** A team's own list of targets: host names, addresses and CIDR ranges that the operator permits. */
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { type Refusal, refusal, refuse } from '../api/refusal.ts';
import { judgeUrl, loopbackWord, type TargetPolicy } from './target-policy.ts';

const label = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?';
const hostName = new RegExp(`^(\\*\\.)?(${label}\\.)*(?!\\d+$)${label}$`);

/** Four decimal numbers or IPv6: shorter and hexadecimal spellings of an address lead somewhere else than they seem to. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
}

function isRange(text: string): boolean {
  return ipaddr.isValidCIDR(text) && isAddress(text.slice(0, text.lastIndexOf('/')));
}

/** One entry as it is kept: `api.example.com`, `*.example.com`, `10.1.2.3`, `10.1.0.0/16`, `fd12::/48`; lower case, without scheme and port. */
const teamTargetSchema = z
  .string()
  .max(300)
  .trim()
  .toLowerCase()
  .superRefine((text, context) => {
    const fits = text.length <= 253 && (hostName.test(text) || isAddress(text) || isRange(text));
    if (!fits) refuse(context, [], refusal('target_entry', { got: text }));
  });

/** Each entry once. */
export const teamTargetsSchema = z
  .array(teamTargetSchema)
  .max(100)
  .overwrite((entries) => [...new Set(entries)]);

const loopback = ['127.0.0.0/8', '::1/128'];

/** Does the range lie in another one? */
function isWithin(range: string, outer: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(range);
  if (!ipaddr.isValidCIDR(outer)) return false;
  const [from, outerBits] = ipaddr.parseCIDR(outer);
  return address.kind() === from.kind() && bits >= outerBits && address.match(from as never, outerBits);
}

/** Refuses an entry of a team's list, or answers null: no team allows a target that the operator refuses. `entry`: as the schema leaves it. */
export function refuseTeamTarget(policy: TargetPolicy, entry: string): Refusal | null {
  const beyond = refusal('target_entry_beyond', { target: entry, permitted: policy.allowed.join(', ') || '–' });
  const ranges = policy.allowed.includes(loopbackWord) ? [...loopback, ...policy.allowed] : policy.allowed;
  if (isRange(entry)) return policy.mode === 'open-lab' || ranges.some((outer) => isWithin(entry, outer)) ? null : beyond;
  const host = entry.includes(':') ? `[${entry}]` : entry;
  const refused = judgeUrl({ ...policy, ownPorts: [], team: [] }, new URL(`http://${host}/`));
  if (refused?.code === 'target_not_proven') return refusal('target_entry_unproven', { target: entry });
  return refused?.code === 'target_not_allowed' || refused?.code === 'loopback_closed' ? beyond : refused;
}
