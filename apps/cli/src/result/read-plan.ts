/** The plan that a command names: a file, or a URL that gets a load of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { protocolOfUrl } from '@plimsoll/contracts/connection';
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { parsePlanYaml } from '@plimsoll/contracts/plan-yaml';
import { refusal } from '@plimsoll/contracts/refusal';
import { commandWords } from '@plimsoll/wording/command-words';
import { issueSentence, refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { Fault } from './fault.ts';
import { refuseBy } from './refuse-by.ts';

/** What a URL gets in place of a plan. */
export interface UrlOptions {
  readonly rate?: string | undefined;
  readonly duration?: string | undefined;
  /** Of `Name: value` each. */
  readonly header?: readonly string[] | undefined;
  readonly method?: string | undefined;
  readonly body?: string | undefined;
}

export interface PlanOptions extends UrlOptions {
  readonly threshold?: readonly string[] | undefined;
}

/** Without a plan a URL gets so many requests a second. */
const ratePerSecond = 100;
const lasting = '10s';

export function isUrl(text: string): boolean {
  return /^(https?|grpcs?|wss?):\/\//i.test(text);
}

export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

export function unreadable(file: string, error: unknown): Fault {
  const { code } = error as NodeJS.ErrnoException;
  const { missingFile, folder, noFile } = commandWords.fault;
  if (code === 'ENOENT') return new Fault(missingFile({ file }));
  return new Fault(code === 'EISDIR' ? folder({ file }) : noFile({ file, reason: code ?? String(error) }));
}

/** Throws a Fault that says by line what is wrong. */
export function readPlan(source: string, { threshold = [], ...ofUrl }: PlanOptions = {}): Plan {
  const plan = isUrl(source) ? planOfUrl(source, ofUrl) : planOfFile(source);
  if (!isUrl(source)) refuseBesidePlan(ofUrl);
  if (threshold.length === 0) return plan;
  const given = threshold.map((_, at) => [`/thresholds/${plan.thresholds.length + at}`, '--threshold'] as const);
  return refuseBy(planSchema, { ...plan, thresholds: [...plan.thresholds, ...threshold] }, Object.fromEntries(given));
}

const ofUrlAlone = ['rate', 'duration', 'header', 'method', 'body'] as const satisfies readonly (keyof UrlOptions)[];

/** Throws a Fault for a load or a part of a request beside a plan: nobody would send it. */
export function refuseBesidePlan(options: UrlOptions): void {
  const given = ofUrlAlone.flatMap((name) => (options[name] === undefined ? [] : `--${name}`));
  if (given.length > 0) throw new Fault(commandWords.fault.besidePlan({ options: given.join(', ') }));
}

/** A host without a scheme is taken for the name of a file. */
function planOfFile(file: string): Plan {
  if (!existsSync(file) && file !== '-' && !/\.(ya?ml|json)$/i.test(file)) throw noPlan(file);
  return planOfText(readText(file), file);
}

function noPlan(text: string): Fault {
  const { runNumber, otherScheme, noScheme } = commandWords.fault;
  if (/^#?\d+$/.test(text)) return new Fault(runNumber({ text }));
  return new Fault(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? otherScheme({ text }) : noScheme({ text }));
}

function planOfText(text: string, file: string): Plan {
  const read = parsePlanYaml(text, issueSentence);
  if ('plan' in read) return read.plan;
  throw new Fault(
    read.problems.map(({ line, column, field, message }) => `${file}:${line}:${column}: ${field || '/'}: ${message}`).join('\n'),
  );
}

const optionsOfUrl = {
  '/load/rate': '--rate',
  '/load/duration': '--duration',
  '/target/headers': '--header',
  '/target/method': '--method',
  '/target/body': '--body',
};

export function planOfUrl(url: string, { rate, duration, header = [], method, body }: UrlOptions = {}): Plan {
  const protocol = protocolOfUrl(url);
  const plan = {
    version: 1,
    name: URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}`.replace(/\/$/, '').slice(0, 200) : url.slice(0, 200),
    target: {
      url,
      headers: readHeaders(header),
      ...(method === undefined ? (body === undefined ? {} : { method: 'POST' }) : { method: method.toUpperCase() }),
      ...(body === undefined ? {} : { body }),
    },
    ...(protocol ? { connection: { protocol } } : {}),
    load: { model: 'open', rate: rate === undefined ? ratePerSecond : readAmount('--rate', rate), duration: duration ?? lasting },
  };
  return refuseBy(planSchema, plan, optionsOfUrl);
}

/** The plan aimed at another host: scheme, host and port of this URL, with the plan's paths. */
export function aimedAt(plan: Plan, at: string): Plan {
  const there = new URL(at);
  const moved = (url: string) => url.replace(/^[a-z]+:\/\/[^/?#]*/i, `${there.protocol}//${there.host}`);
  return refuseBy(planSchema, {
    ...plan,
    name: `${plan.name} · ${there.host}`.slice(0, 200),
    target: plan.target && { ...plan.target, url: moved(plan.target.url) },
    requests: plan.requests?.map((request) => ({ ...request, url: moved(request.url) })) ?? null,
  });
}

export function readAmount(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) throw new Fault(commandWords.fault.number({ option, text }));
  return value;
}

/** `3%` or `0.03`. */
export function readShare(text: string): number {
  const [, figure, percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  const share = Number(figure) / (percent ? 100 : 1);
  if (!(share > 0 && share < 1)) throw new Fault(commandWords.fault.shares({ text }));
  return share;
}

function readHeaders(lines: readonly string[]): Record<string, string> {
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    if (at < 1) throw new Fault(commandWords.fault.header);
    return [line.slice(0, at), line.slice(at + 1).replace(/^[ \t]+|[ \t]+$/g, '')] as const;
  });
  const twice = headers.find(([name], at) => headers.some(([other], before) => before < at && other === name));
  if (twice) throw new Fault(refusalSentence(refusal('header_twice', { name: twice[0] })));
  return Object.fromEntries(headers);
}

export function readTags(pairs: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new Fault(commandWords.fault.tag({ text: pair }));
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
