/**
 * Regular expressions with a time limit, for bodies that a target sent: a pattern such as `(a+)+$` could block the thread for ever.
 *
 * Only V8 can interrupt its own matcher, and it needs a watchdog thread that node:vm starts for each call: ¼ ms. So only matches
 * that might need it run in this box. The others are proved short beforehand: if no repeat holds another, the number of ways to
 * match is a product, and it is small for this text.
 */
import { createContext, Script } from 'node:vm';

export const regexTimeoutMs = 20;
/** A few milliseconds at worst. */
const maxTries = 1_000_000;

/** The text that the group caught; null where it caught none; `too slow` if the time was over. */
export type TimeBoxedRegex = (text: string) => { readonly caught: string | null } | 'too slow';

export function timeBoxedRegex(source: string, group: number): TimeBoxedRegex {
  const regex = new RegExp(source);
  const shape = analysePattern(source);
  // Compiled before the load, to bytecode and to machine code, because compiling cannot be interrupted.
  for (let round = 0; round < 2; round++) execInBox(regex, '');
  return (text) => {
    const match = shape && countTries(shape, text) <= maxTries ? regex.exec(text) : execInBox(regex, text);
    return match === 'too slow' ? match : { caught: match?.[group] ?? null };
  };
}

interface Box {
  regex: RegExp;
  text: string;
}
let box: Box | null = null;
const call = new Script('regex.exec(text)');

function execInBox(regex: RegExp, text: string): RegExpExecArray | null | 'too slow' {
  box ??= createContext({ regex, text }) as Box;
  box.regex = regex;
  box.text = text;
  const before = process.threadCpuUsage();
  let match = tryInBox(box);
  // The watchdog measures wall-clock time. If other processes had the processor meanwhile, the pattern has not had its time yet.
  while (match === 'too slow' && usedMs(before) < regexTimeoutMs / 2) match = tryInBox(box);
  box.text = '';
  return match;
}

function tryInBox(filled: Box): RegExpExecArray | null | 'too slow' {
  try {
    return call.runInContext(filled, { timeout: regexTimeoutMs }) as RegExpExecArray | null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'too slow';
    throw error;
  }
}

function usedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1000;
}

/** The properties of a pattern that bound how long a match can take. */
interface Shape {
  /** It matches at the start of the text only. */
  readonly anchored: boolean;
  /** Every match begins with these characters. */
  readonly prefix: string;
  /** Steps of one way through the pattern, with each repeat taken once. */
  readonly length: number;
  /** Ways through it from one position, by its optional parts, bounded repeats and alternatives. */
  readonly ways: number;
  /** Repeats without an upper bound: each multiplies the ways by the length of the text. */
  readonly unbounded: number;
}

const token = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?:|\?<[A-Za-z_]\w*>|(?!\?))|\)|\||[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsy;
const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})/;

/** The shape of a pattern in which no repeat holds another and nothing looks back or around; null for any other. */
function analysePattern(source: string): Shape | null {
  let [length, ways, unbounded, ended] = [1, 1, 0, 0];
  for (const { 0: piece, index } of source.matchAll(token)) {
    ended = index + piece.length;
    if (/^\\[1-9k]/.test(piece) || (piece === '(' && source.startsWith('(?', index))) return null;
    if (piece === ')' && quantifier.test(source.slice(ended))) return null;
    length++;
    if (piece === '|' || piece.startsWith('?')) ways *= 2;
    else if (/^[*+]/.test(piece)) unbounded++;
    else if (quantifier.test(piece)) {
      const [least = 0, most] = piece.match(/\d+/g)?.map(Number) ?? [];
      length += most ?? least;
      if (most !== undefined) ways *= most - least + 1;
      else if (piece.includes(',')) unbounded++;
    }
  }
  if (ended !== source.length) return null;
  const single = !source.includes('|');
  return { anchored: single && source.startsWith('^'), prefix: single ? findPrefix(source) : '', length, ways, unbounded };
}

function findPrefix(source: string): string {
  const written = /^(?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9])*/.exec(source)?.[0] ?? '';
  const sure = quantifier.test(source.slice(written.length)) ? written.replace(/\\?.$/s, '') : written;
  return sure.replace(/\\(.)/gs, '$1');
}

/** An upper bound of the steps that a match takes. */
function countTries({ anchored, prefix, length, ways, unbounded }: Shape, text: string): number {
  const each = length * ways * (text.length + 1) ** unbounded;
  if (anchored) return each;
  const search = text.length * (prefix.length + 1);
  if (prefix === '') return search + (text.length + 1) * each;
  let tries = search;
  for (let at = text.indexOf(prefix); at >= 0 && tries <= maxTries; at = text.indexOf(prefix, at + 1)) tries += each;
  return tries;
}
