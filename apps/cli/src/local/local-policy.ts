/** Where `--local` may aim load: this machine, and what `--allow` names: hosts, networks, Unix sockets. Addresses of cloud metadata and the like are refused all the same. */
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';

export function localPolicy(allow: readonly string[] = []): TargetPolicy {
  return {
    mode: 'allowlist',
    allowed: ['loopback', ...allow.filter((one) => !one.startsWith('/'))],
    ownPorts: [],
    sockets: allow.filter((one) => one.startsWith('/')),
  };
}
