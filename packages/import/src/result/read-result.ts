/** A result file of another load generator, known by what stands in it. */
import { refusal } from '@plimsoll/contracts/refusal';
import { resultTools } from '@plimsoll/contracts/run-source';
import { ImportError } from '../import-error.ts';
import { isAiperfCsv, readAiperfCsv, readAiperfJson } from './aiperf-export.ts';
import { refuseFalseSums } from './figure-limits.ts';
import { isFortioText, readFortioText } from './fortio-text.ts';
import { readGhzJson } from './ghz-json.ts';
import { readHdrLog } from './hdr-log.ts';
import { readHeyCsv } from './hey-csv.ts';
import type { ImportedResult } from './imported-result.ts';
import { readJsonResult } from './json-results.ts';
import { lineReaderOf } from './line-reader.ts';
import { listLines } from './list-lines.ts';
import { readNighthawkJson } from './nighthawk-json.ts';
import { isNighthawkText, readNighthawkText } from './nighthawk-text.ts';
import { parseJson } from './parse-json.ts';
import { plainPrint } from './plain-print.ts';
import { readPlimsollJson } from './plimsoll-json.ts';
import { isGhzText, readGhzText, readH2loadText, readK6Text } from './printed-summaries.ts';
import {
  isAbText,
  isOhaText,
  isVegetaText,
  isWrkText,
  readAbText,
  readHeyText,
  readOhaText,
  readVegetaText,
  readWrkText,
} from './text-results.ts';
import { readVegetaCsv } from './vegeta-csv.ts';
import { readVegetaJsonLines } from './vegeta-json-lines.ts';

/** Tools print short texts for people; a longer text is none of them, and patterns are not tried on it. */
const longestPrint = 64 * 1024;
/** By what stands in its beginning, a file is known. */
export const beginning = 4096;

/**
 * Throws ImportError: for a file that no tool known here writes, for one that lacks what it must have (by name), and for figures that
 * cannot be (by line and name).
 */
export function readResult(text: string): ImportedResult {
  if (text.trim() === '') throw new ImportError(refusal('result_blank'));
  const result = readLines(text) ?? readPrint(text) ?? readDocument(text);
  if (!result) throw new ImportError(refusal('result_unknown', { tools: resultTools.join(', ') }));
  if (result.data === 'summary') refuseFalseSums(result);
  return result;
}

/** A file with a line a request, or a second. */
function readLines(text: string): ImportedResult | null {
  const head = text.slice(0, beginning);
  const reader = lineReaderOf(head);
  if (reader) {
    for (const [line, number] of listLines(text)) reader.add(line, number);
    return reader.finish();
  }
  if (head.startsWith('response-time,')) return readHeyCsv(text);
  if (isAiperfCsv(head)) return readAiperfCsv(text);
  if (/^\d{19},\d+,[^,]+,\d/.test(head)) return readVegetaCsv(text);
  if (/^\{"attack":/.test(head)) return readVegetaJsonLines(text);
  if (/^#\[|^"StartTimestamp"/.test(head)) return readHdrLog(text);
  // Vegeta's own format is Go's gob, which names its fields in its head.
  if (/Attack[\s\S]{0,80}Seq[\s\S]{0,80}Code/.test(head)) throw new ImportError(refusal('result_binary'));
  return null;
}

/** Known by its figures: people copy it without its first line, and with what their terminal adds. */
function readPrint(printed: string): ImportedResult | null {
  if (printed.length > longestPrint) return null;
  const text = plainPrint(printed);
  if (isWrkText(text)) return readWrkText(text);
  if (isAbText(text)) return readAbText(text);
  if (/^[ \t✓✗]*http_reqs\.*: +\d/m.test(text)) return readK6Text(text);
  if (isVegetaText(text)) return readVegetaText(text);
  if (isNighthawkText(text)) return readNighthawkText(text);
  if (/^finished in \S+, [\d.]+ req\/s/m.test(text)) return readH2loadText(text);
  if (isFortioText(text)) return readFortioText(text);
  if (!/^[ \t]*(?:Summary:[ \t]*$|Total:[ \t]+\d)/m.test(text) || !text.includes('Requests/sec:')) return null;
  if (isOhaText(text)) return readOhaText(text);
  return isGhzText(text) ? readGhzText(text) : readHeyText(text);
}

function readDocument(text: string): ImportedResult | null {
  const value = parseJson(text);
  if (value === undefined) return null;
  return readPlimsollJson(value) ?? readJsonResult(value) ?? readGhzJson(value) ?? readNighthawkJson(value) ?? readAiperfJson(value);
}
