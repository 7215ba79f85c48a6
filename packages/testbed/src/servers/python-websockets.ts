/** An echo of WebSockets by Python's `websockets`, unmodified. Fetched once by pip, into a folder that `npm ci` empties. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from '../find-command.ts';
import { freePort } from '../free-port.ts';
import { createServerFolder, spawnServer } from './spawned-server.ts';

const version = '15.0.1';
const folder = join(import.meta.dirname, `../../../../node_modules/.cache/python-websockets-${version}`);
const python = findCommand('python3');

/** Keeps a tally that it writes when it is told to end: messages, bytes, and how each connection was closed. */
const program = `
import asyncio, json, signal, sys
sys.path.insert(0, sys.argv[1])
from websockets.asyncio.server import serve
tally = {'messages': 0, 'bytes': 0, 'codes': {}, 'extensions': []}
async def echo(socket):
    tally['extensions'] = [extension.name for extension in socket.protocol.extensions]
    async for message in socket:
        tally['messages'] += 1
        tally['bytes'] += len(message if isinstance(message, bytes) else message.encode())
        await socket.send(message)
    code = str(socket.close_code)
    tally['codes'][code] = tally['codes'].get(code, 0) + 1
async def main():
    over = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set_result, None)
    async with serve(echo, '127.0.0.1', int(sys.argv[2])):
        await over
    print('TALLY ' + json.dumps(tally), flush=True)
asyncio.run(main())
`;

/** Fetches what is not there yet. Answers why it cannot be, or null. */
export async function fetchPythonWebSockets(): Promise<string | null> {
  if (python === null) return 'there is no python3';
  if (existsSync(join(folder, 'websockets'))) return null;
  try {
    await promisify(execFile)(python, ['-m', 'pip', 'install', '--quiet', '--target', folder, `websockets==${version}`], {
      timeout: 60_000,
    });
    return null;
  } catch (error) {
    return `pip does not give websockets: ${error instanceof Error ? error.message.slice(0, 200) : error}`;
  }
}

export interface PythonTally {
  readonly messages: number;
  readonly bytes: number;
  /** Connections by close code. */
  readonly codes: Readonly<Record<string, number>>;
  readonly extensions: readonly string[];
}

export async function startPythonWebSockets(): Promise<{ readonly url: string; end(): Promise<PythonTally> }> {
  const port = await freePort();
  const files = createServerFolder({ 'echo.py': program });
  const running = await spawnServer([python ?? 'python3', join(files, 'echo.py'), folder, String(port)], files, port);
  return {
    url: `ws://127.0.0.1:${port}/`,
    async end() {
      await running.close();
      return JSON.parse(/^TALLY (.*)$/m.exec(running.output())?.[1] ?? '') as PythonTally;
    },
  };
}
