/** How many cores the control group of a process may use, as a container with a CPU limit. */
import { listCpuGroups, type SystemFiles } from '@plimsoll/engine/cpu-groups';

/** The least quota of the process's group and of those it is in, in cores; null where none has one, or the system does not tell. */
export function readQuotaCores(pid: number, files?: SystemFiles): number | null {
  const quotas = listCpuGroups(pid, files).map(({ quotaCores }) => quotaCores);
  return quotas.length > 0 ? Math.min(...quotas) : null;
}
