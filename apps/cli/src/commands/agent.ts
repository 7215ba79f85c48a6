/**
 * `plimsoll agent`: watches the machine or a process of a target, and tells the server, until Ctrl-C. The agent is the server's own file, so
 * both are of one version; nothing of it is kept.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandWords } from '@plimsoll/wording/command-words';
import { environment } from '../config.ts';
import type { ExitReason } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import { withoutToken } from '../server/given-token.ts';
import { findServer } from '../server/known-server.ts';
import type { Context } from './context.ts';

interface AgentOptions {
  readonly host?: boolean;
  readonly pid?: string;
  readonly port?: string;
  readonly name?: string;
}

const longestFetchMs = 30_000;

/** Throws a Fault where the server is away or offers no agent. An agent that ends by itself has said why. */
export async function agent({ server, stop }: Context, options: AgentOptions): Promise<ExitReason> {
  const given = argumentsOf(options);
  const { url, token } = findServer(server);
  const text = await fetchAgent(url, stop);
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-agent-'));
  try {
    const file = join(folder, 'agent.mjs');
    writeFileSync(file, text, { mode: 0o600 });
    const child = spawn(process.execPath, [file, '--server', url, ...given], {
      env: { ...withoutToken(environment), PLIMSOLL_TOKEN: token },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    stop.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    const [code] = await once(child, 'exit');
    return stop.aborted || code === 0 ? 'fine' : 'usage';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const mostOf = { pid: 2 ** 22, port: 65_535 } as const;

/** Throws a Fault for what the agent would refuse with its own usage. */
function argumentsOf({ host, ...named }: AgentOptions): string[] {
  if ([host, named.pid, named.port].filter((one) => one !== undefined).length > 1) throw new Fault(commandWords.fault.watchOne);
  for (const name of ['pid', 'port'] as const) {
    const { [name]: text } = named;
    const most = mostOf[name];
    if (text !== undefined && !(/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most))
      throw new Fault(commandWords.fault.watchNumber({ option: `--${name}`, text, most: String(most) }));
  }
  const values = Object.entries(named).flatMap(([name, value]) => [`--${name}`, value]);
  return host ? ['--host', ...values] : values;
}

async function fetchAgent(server: string, stop: AbortSignal): Promise<string> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(longestFetchMs)]);
  const answer = await fetch(`${server}/plimsoll-agent.mjs`, { redirect: 'error', signal }).catch((error: unknown) => {
    if (stop.aborted) throw error;
    throw new Fault(commandWords.fault.noAnswer({ server }), 'lost');
  });
  // A page stands where a server has no such file.
  if (answer.status !== 200 || !answer.headers.get('content-type')?.includes('javascript'))
    throw new Fault(commandWords.fault.noAgent({ server }));
  return answer.text();
}
