import { importedWords } from '@plimsoll/wording/en/import';
import { numberOr, readTimeMs } from '../command/amount.ts';
import { givenTimeout } from '../command/given-timeout.ts';
import { makeLoad } from '../command/load.ts';
import { isSecure, readOneRequest } from '../command/one-url.ts';
import type { ToolReader } from '../command/tool-reader.ts';

const flags = {
  style: 'getopt',
  read: {
    connections: '-c= --connections=',
    duration: '-d= --duration=',
    header: '-H= --header=',
    timeout: '--timeout= -T=',
    rate: '-R= --rate=',
  },
  unmapped: { threads: '-t= --threads=', script: '-s= --script=', output: '-L -U --latency --u_latency -v --version -B --batch_latency' },
} as const;

/** wrk, and wrk2 with its rate. Defaults: 10 connections, 10 s, 2 s for an answer. */
export const readWrk: ToolReader = ({ tool, words }) => {
  const { given, url, request, notes, unmapped } = readOneRequest(tool, flags, words);
  const duration = given.last('duration');
  const rate = given.last('rate');
  const load = makeLoad(
    {
      tool,
      connections: numberOr(given.last('connections'), 10),
      rate: rate ? numberOr(rate, 0) : null,
      requests: null,
      durationMs: duration ? readTimeMs(duration) : 10_000,
    },
    notes,
  );
  if (isSecure(url)) notes.push(importedWords.note.unverified({ tool }));
  return {
    tool,
    requests: [request],
    load,
    fields: givenTimeout(tool, given.last('timeout'), notes),
    usual: { timeout: '2s' },
    unmapped: [...given.unmapped, ...unmapped],
    notes,
  };
};
