/** The command that starts one more worker, true for this installation. It names where secrets are, and holds none. */
import type { WorkerList } from '@plimsoll/contracts/workers';
import type { ApiConfig } from '../config.ts';

type StartConfig = Pick<ApiConfig, 'databaseUrl' | 'redisUrl' | 'workerCommand' | 'workerSettings' | 'ownFiles'>;

const quoted = (text: string) => (/^[\w.,:/@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The key is too short to be taken for one: a worker that is started with it says so. */
const keyPlaceholder = quoted('<PLIMSOLL_SECRET_KEY>');

const loopback = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/;

/** An address without its secrets: `password` stands in place of the password; whatever else is named like one is left out. */
function withoutSecrets(url: string, password: string): string {
  if (!URL.canParse(url)) return '…';
  const shown = new URL(url);
  for (const name of [...shown.searchParams.keys()]) if (/pass|secret|key|token/i.test(name)) shown.searchParams.delete(name);
  shown.hash = '';
  if (shown.password !== '') shown.password = password;
  return shown.href;
}

/** `online`: workers that are online now. */
export function chooseStartCommand(config: StartConfig, online: number): NonNullable<WorkerList['start']> {
  const { databaseUrl, redisUrl, workerCommand, ownFiles } = config;
  if (workerCommand !== undefined) return { command: workerCommand.replaceAll('COUNT', String(online + 1)), hereOnly: false };
  const urls = [databaseUrl, ...(redisUrl === undefined ? [] : [redisUrl])];
  const file = (name: string) => `$(cat ${quoted(`${ownFiles?.directory}/${name}`)})`;
  const database = ownFiles
    ? `"postgres://plimsoll:${file('postgres-password')}@127.0.0.1:${file('postgres-port')}/plimsoll"`
    : quoted(withoutSecrets(databaseUrl, 'POSTGRES_PASSWORD'));
  const settings = Object.entries(config.workerSettings ?? {}).map(([name, value]) => `${name}=${quoted(value)}`);
  return {
    command: [
      `DATABASE_URL=${database}`,
      ...(redisUrl === undefined ? [] : [`REDIS_URL=${quoted(withoutSecrets(redisUrl, 'REDIS_PASSWORD'))}`]),
      `PLIMSOLL_SECRET_KEY=${ownFiles?.key ? `"${file('secret-key')}"` : keyPlaceholder}`,
      ...settings,
      'npm run worker',
    ].join(' \\\n  '),
    hereOnly: ownFiles !== undefined || urls.some((url) => URL.canParse(url) && loopback.test(new URL(url).hostname)),
  };
}
