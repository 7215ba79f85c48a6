/** Takes out of URLs, names and plain sentences all that must not be read on a share. */

import { countedRequest, countsRequests } from '@plimsoll/contracts/counted-request';
import { listRegions } from '@plimsoll/contracts/generators';
import type { Plan } from '@plimsoll/contracts/plan';
import { maskedSecret as masked } from '@plimsoll/contracts/problem';
import { type Redactions, showPublic } from '@plimsoll/contracts/public';
import { isSequence, listRequests, requestVerb } from '@plimsoll/contracts/requests';
import type { Run } from '@plimsoll/contracts/run';
import { type Hideable, type SharedPlan, sharedPlanSchema } from '@plimsoll/contracts/share';
import { streamsOnly } from '@plimsoll/contracts/streaming';
import { sentUrl, unixSocketPath } from '@plimsoll/contracts/unix-url';

type Hidden = ReadonlySet<Hideable>;

/** One sharer's choice over the plans that are shared. */
export interface Redaction extends Redactions {
  readonly hidden: Hidden;
  readonly regionsNamed: boolean;
  /** A sentence without hosts, paths, query values and names that are not to be read. */
  text(sentence: string): string;
  /** A plan's or a title's own name. */
  name(name: string): string;
  /** Names of requests often are paths: hidden with the path or the name, they are counted instead. */
  request(name: string): string;
  plan(plan: Plan, tags: Run['tags']): SharedPlan;
}

/** The URL with its query values masked, and its host and path where the sharer wants it. */
export function maskUrl(text: string, hidden: Hidden): string {
  const url = new URL(sentUrl(text));
  const socket = unixSocketPath(text);
  const host = hidden.has('host') ? masked : socket === null ? url.host : `${socket}:`;
  const scheme = socket === null ? url.protocol : 'http+unix:';
  const path = hidden.has('path') ? (url.pathname.length < 2 ? url.pathname : `/${masked}`) : url.pathname;
  const names = hidden.has('path') ? [] : [...url.searchParams.keys()];
  const query = names.map((name) => `${name}=${masked}`).join('&');
  // A template reads as it was written.
  return `${scheme}//${host}${path}${query === '' ? '' : `?${query}`}`.replace(/%7B%7B(.*?)%7D%7D/gi, '{{$1}}');
}

type Replacement = readonly [word: string, by: string];
/** Words as short as these stand in sentences that are not about them. */
const leastWord = 4;

/** Host, path and query of one URL, as it was typed and as it is sent. */
function listHiddenParts(text: string, hidden: Hidden): Replacement[] {
  const url = new URL(sentUrl(text));
  const typed = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(sentUrl(text));
  const query = new URL(maskUrl(text, hidden)).search === '' ? '' : maskUrl(text, hidden).replace(/^[^?]*/, '');
  const searches = [url.search, typed?.[3] ?? ''].filter((search) => search.length > 1).map((search): Replacement => [search, query]);
  const values = [...url.searchParams.values()].filter((value) => value.length >= leastWord).map((value): Replacement => [value, masked]);
  const hosts = hidden.has('host')
    ? [unixSocketPath(text) ?? '', typed?.[1] ?? '', url.host, url.hostname].filter((host) => host !== '')
    : [];
  const paths = hidden.has('path') ? [url.pathname, typed?.[2] ?? ''].filter((path) => path.length > 1) : [];
  return [
    ...searches,
    ...values,
    ...hosts.map((host): Replacement => [host, masked]),
    ...paths.map((path): Replacement => [path, `/${masked}`]),
  ];
}

/** A name where sentences, thresholds and fields put it. */
function quotedPlaces(name: string, by: string): Replacement[] {
  return (['[]', '{}', '""', '“”'] as const).map(([open, close]): Replacement => [`${open}${name}${close}`, `${open}${by}${close}`]);
}

/** The same of a request; by itself, too, where it is long enough to be nothing else. */
function namePlaces(name: string, by: string): Replacement[] {
  const quoted = quotedPlaces(name, by);
  return name.length >= leastWord ? [...quoted, [name, by]] : quoted;
}

export interface RedactionOptions {
  /** Further names to hide with the name, each with what to call it instead. */
  readonly names?: readonly Replacement[];
  /** Are regions told by the labels of their pools, as to the team itself? Else by their numbers. */
  readonly regionsNamed?: boolean;
}

export function buildRedaction(
  plans: readonly Plan[],
  hide: readonly Hideable[],
  { names = [], regionsNamed = false }: RedactionOptions = {},
): Redaction {
  const hidden: Hidden = new Set(hide);
  const counted = countsRequests(hide);
  const requestNames = [...new Set(plans.flatMap((plan) => (plan.requests ?? []).map(({ name }) => name)))];
  const countedName = (name: string) => countedRequest(requestNames.indexOf(name) + 1 || '?');
  const regions = [...new Set(plans.flatMap(({ generators }) => listRegions(generators).map(({ label }) => label)))];
  const region = (label: string) => (regionsNamed ? label : String(regions.indexOf(label) + 1 || '?'));
  const planNames = plans.map(({ name }) => name).filter((name) => name.length >= leastWord);
  const replacements: Replacement[] = [
    ...plans.flatMap((plan) => listRequests(plan).flatMap(({ url }) => listHiddenParts(url, hidden))),
    ...(hidden.has('host')
      ? plans.flatMap(({ connection: { tls } }): Replacement[] => (tls.serverName ? [[tls.serverName, masked]] : []))
      : []),
    ...(hidden.has('path') ? plans.flatMap(({ target }): Replacement[] => (target?.grpc ? [[target.grpc.call, masked]] : [])) : []),
    ...(counted ? requestNames.flatMap((name) => namePlaces(name, countedName(name))) : []),
    ...(regionsNamed ? [] : regions.flatMap((label) => quotedPlaces(label, region(label)))),
    ...(hidden.has('name') ? [...names, ...planNames.map((name): Replacement => [name, masked])] : []),
  ];
  const by = new Map([...replacements].reverse().map(([word, instead]) => [word.toLowerCase(), instead]));
  const exactly = new Map([...replacements].reverse());
  const longestFirst = [...by.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // In one pass, so that what one word was replaced by is not looked through for the next. A host may be spelled in any case.
  const pattern = longestFirst.length > 0 ? new RegExp(longestFirst.join('|'), 'gi') : null;
  const instead = (word: string) => exactly.get(word) ?? by.get(word.toLowerCase()) ?? masked;
  const text = (sentence: string) => (pattern ? sentence.replace(pattern, instead) : sentence);
  // People write hosts and paths into names, too.
  const name = (own: string) => (hidden.has('name') ? masked : text(own));
  const request = (own: string) => (counted && own !== '' ? countedName(own) : text(own));
  // A call is the path of its request.
  const call = (own: string) => (hidden.has('path') ? masked : own);
  const sharedTags = (tags: Run['tags']) => Object.fromEntries(Object.entries(tags).map(([tag, value]) => [text(tag), text(value)]));
  const redactions: Redactions = { text, name, request, region, url: (url) => maskUrl(url, hidden) };
  return {
    hidden,
    regionsNamed,
    ...redactions,
    plan(plan, tags) {
      const requests = listRequests(plan);
      const [{ method, url }] = requests;
      const shown = {
        ...plan,
        method: plan.target?.grpc
          ? call(plan.target.grpc.call)
          : requestVerb({ method, grpc: null, websocket: plan.target?.websocket ?? null }),
        url,
        requests: plan.requests ? [...requests] : [],
        sequence: isSequence(plan),
        streamsOnly: streamsOnly(plan),
        tags: hidden.has('tags') ? {} : sharedTags(tags),
      };
      return showPublic(sharedPlanSchema, shown, redactions);
    },
  };
}
