/**
 * A network of the proof's own, where the addresses of pods are this machine's and nothing leads out. An ingress controller asks pods by the
 * addresses that Kubernetes keeps of them, and Kubernetes keeps none of loopback.
 */
import { spawnSync } from 'node:child_process';

const inside = '--inside';
const prepare = 'ip link set lo up && ip route add local 10.244.0.0/16 dev lo';

/** Pods have addresses of their own here. */
export const isOwnNetwork = process.argv.includes(inside);

/** The first numbers of the addresses of pods. */
export const podAddresses = isOwnNetwork ? '10.244.0' : '127.244.0';

/** Runs this program again in such a network, and answers with its exit code; null: none can be made here (root, `unshare` and `ip` are wanted). */
export function runInOwnNetwork(): number | null {
  const unshare = (command: string, ...more: string[]) =>
    spawnSync('unshare', ['--net', 'sh', '-c', command, 'sh', ...more], { stdio: more.length > 0 ? 'inherit' : 'ignore' }).status;
  if (unshare(prepare) !== 0) return null;
  return unshare(`${prepare} && exec "$@"`, process.execPath, ...process.argv.slice(1), inside) ?? 1;
}
