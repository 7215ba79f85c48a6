/** A result file of another load generator, known by what stands in it. */
import { refusal } from '@plimsoll/contracts/refusal';
import { resultTools } from '@plimsoll/contracts/run-source';
import { ImportError } from '../import-error.ts';
import { refuseFalseSums } from './figure-limits.ts';
import { readGhzJson } from './ghz-json.ts';
import { readHdrLog } from './hdr-log.ts';
import { readHeyCsv } from './hey-csv.ts';
import type { ImportedResult } from './imported-result.ts';
import { readJsonResult } from './json-results.ts';
import { readK6Csv, readK6JsonLines } from './k6-results.ts';
import { readNighthawkJson } from './nighthawk-json.ts';
import { readAbText, readHeyText, readWrkText } from './text-results.ts';
import { readVegetaCsv } from './vegeta-csv.ts';
import { readVegetaJsonLines } from './vegeta-json-lines.ts';

/** What tools print for people is short; a longer text is none of it, and patterns are not tried on it. */
const longestPrint = 64 * 1024;
/** By what stands in its beginning, a file is known. */
const beginning = 4096;

/**
 * Throws ImportError: for a file that no tool known here writes, for one that lacks what it must have (by name), and for figures that
 * cannot be (by line and name).
 */
export function readResult(text: string): ImportedResult {
  const result = readLines(text) ?? readPrint(text) ?? readDocument(text);
  if (!result) throw new ImportError(refusal('result_unknown', { tools: resultTools.join(', ') }));
  if (result.data === 'summary') refuseFalseSums(result);
  return result;
}

/** A file with a line a request, or a second. */
function readLines(text: string): ImportedResult | null {
  const head = text.slice(0, beginning);
  if (head.startsWith('metric_name,')) return readK6Csv(text);
  if (head.startsWith('response-time,')) return readHeyCsv(text);
  if (/^\{"(type|metric)":/.test(head) && /"type":"(Metric|Point)"/.test(head)) return readK6JsonLines(text);
  if (/^\d{19},\d+,[^,]+,\d/.test(head)) return readVegetaCsv(text);
  if (/^\{"attack":/.test(head)) return readVegetaJsonLines(text);
  if (/^#\[|^"StartTimestamp"/.test(head)) return readHdrLog(text);
  // Vegeta's own format is Go's gob, which names its fields in its head.
  if (/Attack[\s\S]{0,80}Seq[\s\S]{0,80}Code/.test(head)) throw new ImportError(refusal('result_binary'));
  return null;
}

function readPrint(text: string): ImportedResult | null {
  if (text.length > longestPrint) return null;
  if (/^Running \S+ test @/m.test(text)) return readWrkText(text);
  if (text.includes('This is ApacheBench')) return readAbText(text);
  return /^Summary:[ \t]*$/m.test(text) && text.includes('Requests/sec:') ? readHeyText(text) : null;
}

function readDocument(text: string): ImportedResult | null {
  const value = parseJson(text);
  return value === undefined ? null : (readJsonResult(value) ?? readGhzJson(value) ?? readNighthawkJson(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
