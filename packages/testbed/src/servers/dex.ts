/** Dex, unmodified, with storage in memory. Built once with Go and a C compiler (minutes at first), into a folder that `npm ci` empties. */
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { buildGo } from './build-go.ts';
import { createServerFolder, spawnServer } from './spawned-server.ts';

/** Version 2.41.1. */
const version = 'v0.0.0-20240807174518-43956db7fd75';
const folder = join(import.meta.dirname, '../../../../node_modules/.cache/dex-2.41.1');

/** Builds it where it is not built yet. Answers why it cannot be, or null. */
export const buildDex = (): Promise<string | null> =>
  buildGo({
    folder,
    // Its own file of modules takes the second one from beside it.
    modules: [`github.com/dexidp/dex@${version}`, 'github.com/dexidp/dex/api/v2@v2.2.0'],
    programs: { dex: { package: 'github.com/dexidp/dex/cmd/dex' } },
  });

export interface RunningProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
}

/** The person of its own list of passwords: `dora@example.com`, in no group. */
export const dexPassword = 'password';

/**
 * Its connectors are `local`, which asks for a name and a password, and `mock`, which asks nothing: whoever comes is kilgore@kilgore.trout of the
 * group `authors`. Its keys change as soon as it looks at them, twice a minute.
 */
export async function startDex(redirectUri: string): Promise<RunningProvider> {
  const port = await freePort();
  const client = { clientId: 'plimsoll', clientSecret: 'a secret: with/signs+and=more&' };
  const issuer = `http://127.0.0.1:${port}/dex`;
  const config = {
    issuer,
    storage: { type: 'memory' },
    web: { http: `127.0.0.1:${port}` },
    oauth2: { skipApprovalScreen: true },
    expiry: { signingKeys: '1s', idTokens: '10m' },
    staticClients: [{ id: client.clientId, name: 'Plimsoll', secret: client.clientSecret, redirectURIs: [redirectUri] }],
    connectors: [{ type: 'mockCallback', id: 'mock', name: 'Mock' }],
    enablePasswordDB: true,
    staticPasswords: [
      {
        email: 'dora@example.com',
        // Of `dexPassword`.
        hash: '$2a$10$2b2cU8CPhOTaGrs1HRQuAueS7JTT5ZHsHSzYiFPm1leZck7Mc8T4W',
        username: 'Dora',
        userID: '08a8684b-db88-4b73-90a9-3cd1661f5466',
      },
    ],
  };
  // JSON is YAML, too.
  const files = createServerFolder({ 'dex.yaml': JSON.stringify(config) });
  const running = await spawnServer([join(folder, 'dex'), 'serve', join(files, 'dex.yaml')], files, port);
  return {
    issuer,
    ...client,
    close: running.close,
  };
}
