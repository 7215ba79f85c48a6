/** A result file of another load generator, known by what stands in it. */

import { readGhzJson } from './ghz-json.ts';
import { readHeyCsv } from './hey-csv.ts';
import { type ImportedResult, ResultFormatError } from './imported-result.ts';
import { readJsonResult } from './json-results.ts';
import { readK6Csv, readK6JsonLines } from './k6-results.ts';
import { readNighthawkJson } from './nighthawk-json.ts';
import { readAbText, readHeyText, readWrkText } from './text-results.ts';
import { readVegetaCsv } from './vegeta-csv.ts';

/** Throws ResultFormatError on a file that no tool known here writes, and on a damaged one. */
export function readResult(text: string): ImportedResult {
  if (/^Running \S+ test @/m.test(text)) return readWrkText(text);
  if (text.includes('This is ApacheBench')) return readAbText(text);
  if (/^Summary:\s*$/m.test(text) && text.includes('Requests/sec:')) return readHeyText(text);
  if (text.startsWith('metric_name,')) return readK6Csv(text);
  if (text.startsWith('response-time,')) return readHeyCsv(text);
  if (/^\{"(type|metric)":/.test(text) && text.includes('"type":"Point"')) return readK6JsonLines(text);
  if (/^\d{19},\d+,\d+,/.test(text)) return readVegetaCsv(text);
  const value = parseJson(text);
  const result = readJsonResult(value) ?? readGhzJson(value) ?? readNighthawkJson(value);
  if (!result) throw new ResultFormatError('unknown');
  return result;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ResultFormatError('unknown');
  }
}
