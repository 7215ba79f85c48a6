/** `plimsoll agent`: reads its options and watches until Ctrl-C. */
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { type AgentOptions, refuseAbsent, runAgent } from '@plimsoll/workers/resource-agent';
import { readAgentToken } from './config.ts';

/** `command`: what it was started as. */
export const agentUsage = (command: string) => `${command} --server URL --token TOKEN [--host | --pid PID | --port PORT] [--name NAME]
    watches this machine, or a process with all that it started, once a second, and tells the server (Linux). The token needs the
    scope "resources:write" alone; it may stand in PLIMSOLL_TOKEN, or in the file that PLIMSOLL_TOKEN_FILE names, instead`;

const options = {
  server: { type: 'string' },
  token: { type: 'string' },
  name: { type: 'string' },
  host: { type: 'boolean' },
  pid: { type: 'string' },
  port: { type: 'string' },
} as const;

/** Null: the arguments are none that can be used. */
function readAgentOptions(
  args: readonly string[],
  knownToken: string | undefined = readAgentToken(),
): Pick<AgentOptions, 'server' | 'token' | 'source' | 'watch'> | null {
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch {
    return null;
  }
  const { server, token = knownToken, name, host, pid, port } = values;
  const chosen = [host, pid, port].filter((one) => one !== undefined).length;
  if (!server || !URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol) || !token || chosen > 1) return null;
  const kind = pid !== undefined ? 'pid' : port !== undefined ? 'port' : 'host';
  const number = Number(pid ?? port ?? 1);
  if (!Number.isInteger(number) || number < 1 || (kind === 'port' && number > 65_535)) return null;
  const source = (name ?? (kind === 'host' ? hostname() : `${hostname()} ${kind} ${number}`)).slice(0, 80);
  return { server, token, source, watch: kind === 'host' ? { kind } : { kind, number } };
}

/** Resolves at Ctrl-C, with false at once where the arguments cannot be used. Throws Error where the system or the server cannot do it. */
export async function watchAsAgent(args: readonly string[], say: (sentence: string) => void): Promise<boolean> {
  const read = readAgentOptions(args);
  if (!read) return false;
  if (process.platform !== 'linux') throw new Error('The agent reads /proc, so it runs on Linux alone.');
  refuseAbsent(read);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  say(`Watching as "${read.source}", once a second. Ctrl-C ends it.`);
  await runAgent({ ...read, signal: stopping.signal, say });
  return true;
}
