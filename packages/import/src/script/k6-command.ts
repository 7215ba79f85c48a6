/** k6's command line: the load of its flags. Its requests are in the script, which is not part of it. */
import { refusal } from '@plimsoll/contracts/refusal';
import { readNumber, readTimeMs } from '../command/amount.ts';
import { isSecure } from '../command/one-url.ts';
import { type Given, listGiven, listUnmapped, readFlags } from '../command/read-flags.ts';
import { draftRequest } from '../command/request-draft.ts';
import type { ToolReader } from '../command/tool-reader.ts';
import { ImportError } from '../import-error.ts';
import { makeK6Load, readShortcuts } from './k6-load.ts';

const flags = {
  style: 'getopt',
  read: {
    vus: '-u= --vus=',
    duration: '-d= --duration=',
    iterations: '-i= --iterations=',
    stages: '-s= --stage=',
    insecure: '--insecure-skip-tls-verify',
    noReuse: '--no-connection-reuse',
    userAgent: '--user-agent=',
    tags: '--tag=',
  },
  unmapped: {
    output:
      '-o= --out= -q --quiet -v --verbose --no-color --log-output= --log-format= --console-output= --summary-export= --summary-mode= --summary-trend-stats= --summary-time-unit= --no-summary --http-debug= --traces-output= --profiling-enabled --no-usage-report --system-tags= -h --help -a= --address= -l --linger',
    script:
      '-e= --env= --include-system-env-vars --compatibility-mode= -t= --type= --no-setup --no-teardown -w --throw -c= --config= --no-cookies-reset',
    stop: '--no-thresholds --min-iteration-duration=',
    redirect: '--max-redirects=',
    resolve: '--dns= --blacklist-ip= --block-hostnames= --local-ips=',
    pace: '--rps=',
    other:
      '-p --paused --batch= --batch-per-host= --discard-response-bodies --no-vu-connection-reuse --execution-segment= --execution-segment-sequence=',
  },
} as const;

/** `url`: the target. Throws ImportError where the command says nothing about load: then the script is all there is. */
export const readK6Command: ToolReader = ({ tool, words }, url) => {
  const given = readFlags(flags, words);
  const [command, ...scripts] = given.words;
  if (command !== 'run') throw new ImportError(refusal('command_no_run', { tool, needed: 'run' }));
  const number = (name: 'vus' | 'iterations') => {
    const written = given.last(name);
    return written && readNumber(written);
  };
  const values: Readonly<Record<string, () => unknown>> = {
    stages: () => given.all('stages').flatMap(({ flag, value }) => value.split(',').map((one) => readStage({ flag, value: one }))),
    vus: () => number('vus'),
    iterations: () => number('iterations'),
    duration: () => given.last('duration')?.value,
  };
  const scenario = readShortcuts(
    (name) => given.last(name as keyof typeof flags.read) !== undefined,
    (name) => values[name]?.(),
  );
  if (!scenario) throw new ImportError(refusal('command_script', { tool }));
  const notes: string[] = [];
  const load = makeK6Load(scenario, 1, notes);
  if (!url) throw new ImportError(refusal('command_no_target', { tool }));
  const request = draftRequest(url);
  const agent = given.last('userAgent');
  if (agent) request.header(`User-Agent: ${agent.value}`);
  return {
    tool,
    requests: [request],
    connection: {
      ...(given.has('noReuse') ? { keepAlive: false } : {}),
      ...(given.has('insecure') && isSecure(url) ? { tls: { verify: false } } : {}),
    },
    load,
    fields: { tags: Object.fromEntries(given.all('tags').map(({ value }) => value.split(/=(.*)/s).slice(0, 2))) },
    unmapped: [
      ...given.unmapped,
      ...(isSecure(url) ? [] : listGiven(given.all('insecure'), 'ignored')),
      ...scripts.map((script) => listUnmapped(script, null, 'script')),
    ],
    notes,
    namesTarget: false,
  };
};

/** `30s:10` */
function readStage({ flag, value }: Given): { readonly duration: number; readonly target: number } {
  const [duration = '', target = ''] = value.split(':');
  return { duration: readTimeMs({ flag, value: duration }), target: readNumber({ flag, value: target }) };
}
