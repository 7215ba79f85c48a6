import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { agentPointsSchema } from '@plimsoll/contracts/resources';
import { expect, it } from 'vitest';
import { agentFile, bundleAgent } from './bundle-agent.ts';

// It reads /proc.
it.runIf(process.platform === 'linux')(
  'the agent runs from one file in an empty folder, and sends what it saw while the server was away',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agent-'));
    const told: { readonly token: string | undefined; readonly points: readonly { readonly at: string }[] }[] = [];
    let asked = 0;
    const enough = new AbortController();
    const server = createServer(async (request, response) => {
      const body = await json(request);
      asked += 1;
      // Away for the first posts.
      if (asked <= 2) return void response.writeHead(503).end();
      const { points } = agentPointsSchema.parse(body);
      told.push({ token: request.headers.authorization, points });
      response.end(JSON.stringify({ kept: points.length }));
      if (told.length === 3) enough.abort();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await bundleAgent(folder);
    expect(await readdir(folder)).toEqual([agentFile]);
    const { port } = server.address() as AddressInfo;
    const agent = spawn(process.execPath, [agentFile, '--server', `http://127.0.0.1:${port}`, '--host', '--name', 'target'], {
      cwd: folder,
      env: { PLIMSOLL_TOKEN: 'plm_x' },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    let said = '';
    agent.stderr.on('data', (text) => {
      said += String(text);
    });
    try {
      await once(agent, 'exit', { signal: enough.signal }).catch(() => undefined);
      expect(said).toContain('503');
      expect(said).toContain('takes figures again');
      expect(told.map(({ token }) => token)).toEqual(Array(3).fill('Bearer plm_x'));
      // The points from the outage come first, and none comes twice.
      const seen = told.flatMap(({ points }) => points.map(({ at }) => at));
      expect(new Set(seen).size).toBe(seen.length);
      expect(told[0]?.points.length).toBeGreaterThan(1);
      agent.kill('SIGTERM');
      await once(agent, 'exit');
      expect(agent.exitCode).toBe(0);
    } finally {
      agent.kill('SIGKILL');
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true });
    }
  },
  120_000,
);
