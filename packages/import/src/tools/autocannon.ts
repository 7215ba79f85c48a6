import { importedWords } from '@plimsoll/wording/en/import';
import { numberOr, readNumber, readTimeMs, writeTime } from '../command/amount.ts';
import { givenTimeout } from '../command/given-timeout.ts';
import { makeLoad, sumRates } from '../command/load.ts';
import { isSecure, readOneRequest } from '../command/one-url.ts';
import { listGiven } from '../command/read-flags.ts';
import type { ToolReader } from '../command/tool-reader.ts';

const flags = {
  style: 'getopt',
  read: {
    connections: '-c= --connections=',
    pipelining: '-p= --pipelining=',
    duration: '-d= --duration=',
    requests: '-a= --amount= -O= --maxOverallRequests=',
    method: '-m= --method=',
    timeout: '-t= --timeout=',
    body: '-b= --body=',
    bodyFile: '-i= --input= -F= --form= --har=',
    header: '-H= --headers=',
    perConnection: '-r= --connectionRate=',
    rate: '-R= --overallRate=',
    requestsPerConnection: '-D= --reconnectRate= -M= --maxConnectionRequests=',
    serverName: '-s= --servername=',
    expectBody: '-E= --expectBody=',
    title: '-T= --title=',
    forever: '-f --forever',
  },
  unmapped: {
    output: '-L= -n --no-progress -l --latency -j --json --renderStatusCodes --debug -v --version -h --help -x --excludeErrorStats',
    threads: '-w= --workers=',
    socket: '-S= --socketPath=',
    stop: '-B= --bailout=',
    anyway: '-C --ignoreCoordinatedOmission',
    other: '-I --idReplacement --on-port',
    warmup: '-W= --warmup=',
    file: '--cert= --key= --ca=',
  },
} as const;

/** autocannon: a closed load, or a rate for each connection or for all. Defaults: 10 connections, 10 s, 10 s for an answer. */
export const readAutocannon: ToolReader = ({ tool, words }) => {
  const { given, url, request, files, notes, unmapped } = readOneRequest(tool, flags, joinBrackets(words), {
    bodyMethod: 'GET',
    header: (written) => (/^[^:]*=/.test(written) ? written.replace('=', ': ') : written),
  });
  request.method(given.last('method')?.value ?? 'GET');
  const connections = numberOr(given.last('connections'), 10);
  const each = given.last('perConnection');
  const overall = given.last('rate');
  const rate = each ? sumRates(tool, each, connections, notes) : overall ? readNumber(overall) : null;
  const requests = given.last('requests');
  const duration = given.last('duration');
  const durationMs = requests ? null : duration ? readTimeMs(duration) : 10_000;
  const load = makeLoad({ tool, connections, rate: rate || null, requests: requests ? readNumber(requests) : null, durationMs }, notes);
  const name = given.last('serverName');
  const age = given.last('requestsPerConnection');
  const title = given.last('title');
  const ignored = [...(requests && duration ? [duration] : []), ...(each && overall ? [overall] : [])];
  if (given.has('forever')) notes.push(importedWords.note.forever({ tool, duration: writeTime(durationMs ?? 10_000) }));
  if (isSecure(url)) notes.push(importedWords.note.unverified({ tool }));
  return {
    tool,
    requests: [request],
    connection: {
      pipelining: numberOr(given.last('pipelining'), 1),
      ...(age ? { maxRequestsPerConnection: readNumber(age) } : {}),
      ...(name && isSecure(url) ? { tls: { serverName: name.value } } : {}),
    },
    load,
    fields: {
      ...givenTimeout(tool, given.last('timeout'), notes),
      ...(title ? { tags: { title: title.value } } : {}),
    },
    usual: { timeout: '10s' },
    unmapped: [
      ...given.unmapped,
      ...listGiven(files, 'file'),
      ...listGiven(given.all('expectBody'), 'other'),
      ...listGiven(ignored, 'ignored'),
      ...(isSecure(url) ? [] : listGiven(given.all('serverName'), 'ignored')),
      ...unmapped,
    ],
    notes,
  };
};

/** `--warmup [ -c 1 -d 3 ]` has flags of its own: they are the value of one. */
function joinBrackets(words: readonly string[]): string[] {
  const joined: string[] = [];
  let open = false;
  for (const word of words) {
    if (open) joined.push(`${joined.pop() ?? ''} ${word}`);
    else joined.push(word);
    open = open ? !word.endsWith(']') : word.startsWith('[') && !word.endsWith(']');
  }
  return joined;
}
