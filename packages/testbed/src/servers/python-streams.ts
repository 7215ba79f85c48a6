/**
 * Streams by servers that nobody here wrote: events by `sse-starlette` under uvicorn, and answers of a language model as LiteLLM mocks them. Fetched
 * once by pip, into a folder that `npm ci` empties.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from '../find-command.ts';
import { freePort } from '../free-port.ts';
import { createServerFolder, spawnServer } from './spawned-server.ts';

const packages = ['litellm==1.108.7', 'sse-starlette==3.7.0', 'uvicorn'];
const folder = join(import.meta.dirname, '../../../../node_modules/.cache/python-streams-1');
const python = findCommand('python3');

const program = `
import asyncio, json, sys
sys.path.insert(0, sys.argv[1])
import uvicorn
from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.routing import Route
async def events(request):
    async def made():
        for n in range(int(request.query_params.get('events', 5))):
            await asyncio.sleep(0.02)
            yield {'id': str(n), 'data': json.dumps({'n': n})}
    return EventSourceResponse(made())
async def chat(request):
    import litellm
    body = await request.json()
    stream = await litellm.acompletion(model='gpt-4o-mini', messages=body['messages'], mock_response=body['mock'], stream=True,
        stream_options={'include_usage': True})
    async def made():
        async for chunk in stream:
            await asyncio.sleep(0.01)
            yield {'data': chunk.model_dump_json()}
        yield {'data': '[DONE]'}
    return EventSourceResponse(made())
app = Starlette(routes=[Route('/events', events), Route('/v1/chat/completions', chat, methods=['POST'])])
uvicorn.run(app, host='127.0.0.1', port=int(sys.argv[2]), log_level='error')
`;

/** Fetches what is not there yet. Answers why it cannot be, or null. */
export async function fetchPythonStreams(): Promise<string | null> {
  if (python === null) return 'there is no python3';
  if (existsSync(join(folder, 'sse_starlette')) && existsSync(join(folder, 'litellm'))) return null;
  try {
    await promisify(execFile)(python, ['-m', 'pip', 'install', '--quiet', '--target', folder, ...packages], { timeout: 280_000 });
    return null;
  } catch (error) {
    return `pip does not give them: ${error instanceof Error ? error.message.slice(0, 200) : error}`;
  }
}

/** Without a slash at the end of its URL. */
export async function startPythonStreams(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const port = await freePort();
  const files = createServerFolder({ 'streams.py': program });
  // Prices would be asked of the network.
  process.env.LITELLM_LOCAL_MODEL_COST_MAP = 'True';
  const running = await spawnServer([python ?? 'python3', join(files, 'streams.py'), folder, String(port)], files, port);
  // The library takes tens of seconds to load, at its first use.
  const url = `http://127.0.0.1:${port}`;
  const asked = { method: 'POST', body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], mock: 'hi' }) };
  await (await fetch(`${url}/v1/chat/completions`, asked)).text();
  return {
    url,
    close: running.close,
  };
}
