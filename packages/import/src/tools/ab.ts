import { importedWords } from '@plimsoll/wording/en/import';
import { formatCount } from '@plimsoll/wording/number';
import { numberOr, readTimeMs, writeTime } from '../command/amount.ts';
import { isSecure, readOneRequest } from '../command/one-url.ts';
import { listGiven } from '../command/read-flags.ts';
import type { ToolReader } from '../command/tool-reader.ts';

const flags = {
  style: 'getopt',
  read: {
    requests: '-n=',
    connections: '-c=',
    duration: '-t=',
    timeout: '-s=',
    post: '-p=',
    put: '-u=',
    contentType: '-T=',
    head: '-i',
    cookie: '-C=',
    header: '-H=',
    basic: '-A=',
    keepAlive: '-k',
    method: '-m=',
  },
  unmapped: {
    output: '-v= -w -x= -y= -z= -V -d -S -q -g= -e= -h',
    proxy: '-P= -X=',
    socket: '-b= -B=',
    anyway: '-l -r',
    tls: '-I -Z= -f= -E=',
  },
} as const;

/** The requests that -t alone ends at. */
const timedRequests = 50_000;

/** ApacheBench: a closed load that ends at -n or -t. Defaults: 1 request, 1 connection, 30 s for an answer, no keep-alive. */
export const readAb: ToolReader = ({ tool, words }) => {
  const { given, url, request, notes, unmapped } = readOneRequest(tool, flags, words);
  notes.push(importedWords.note.http10);
  // ab sends the last of several cookies.
  const cookies = given.all('cookie');
  for (const { value } of cookies.slice(-1)) request.header(`Cookie: ${value}`);
  const files = [...given.all('post'), ...given.all('put')];
  const method =
    given.last('method')?.value ?? (given.has('head') ? 'HEAD' : given.last('put') ? 'PUT' : given.last('post') ? 'POST' : 'GET');
  request.method(method);
  if (files.length > 0) {
    request.headerUnlessGiven('Content-Type', given.last('contentType')?.value ?? 'text/plain');
    notes.push(importedWords.note.body);
  }
  const duration = given.last('duration');
  const requests = given.last('requests');
  const most = numberOr(requests, duration ? timedRequests : 1);
  if (duration && !requests) notes.push(importedWords.note.abLimit);
  if (duration && requests && words.findLastIndex((word) => word.startsWith('-t')) > words.findLastIndex((word) => word.startsWith('-n')))
    notes.push(importedWords.note.abOrder({ requests: formatCount(most) }));
  if (!given.has('keepAlive')) notes.push(importedWords.note.noKeepAlive({ tool }));
  if (isSecure(url)) notes.push(importedWords.note.unverified({ tool }));
  const timeout = given.last('timeout');
  const contentType = files.length === 0 ? given.all('contentType') : [];
  return {
    tool,
    requests: [request],
    connection: given.has('keepAlive') ? { keepAlive: true } : {},
    usual: { keepAlive: false },
    load: {
      model: 'closed',
      connections: numberOr(given.last('connections'), 1),
      requests: most,
      ...(duration ? { duration: writeTime(readTimeMs(duration)) } : {}),
    },
    fields: timeout ? { timeout: writeTime(readTimeMs(timeout)) } : {},
    unmapped: [
      ...given.unmapped,
      ...listGiven(files, 'file'),
      ...listGiven([...contentType, ...cookies.slice(0, -1)], 'ignored'),
      ...unmapped,
    ],
    notes,
  };
};
