/** The API as a process of its own. Wants DATABASE_URL and PLIMSOLL_SECRET_KEY; migrates the database first. */
import { isRefused, readTrouble } from '@plimsoll/store/connection-trouble';
import { outageReason } from '@plimsoll/store/outage-reporter';
import { troubleSentence } from '@plimsoll/wording/trouble-sentence';
import { readConfig } from './config.ts';
import { prepareDatabase } from './prepare-database.ts';
import { type RunningApi, startApi } from './start-api.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

async function start(): Promise<RunningApi> {
  const config = readConfig();
  await prepareDatabase(config, say);
  return startApi(config);
}

start().then(
  (api) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      void api.close().then(() => process.exit(0));
    };
    for (const signal of signals) process.on(signal, stop);
  },
  (error: unknown) => {
    say(`The API cannot start: ${outageReason(error)}${isRefused(error) ? `. ${troubleSentence('database', readTrouble(error))}` : ''}`);
    process.exit(1);
  },
);
