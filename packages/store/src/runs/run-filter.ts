/** The filter of a list of runs, as SQL over `runs r`. */
import { activeStates, terminalStates } from '@plimsoll/contracts/run';
import type { RunListQuery } from '@plimsoll/contracts/run-list';

export interface RunFilter {
  readonly where: string;
  /** The first is the team. */
  readonly values: readonly unknown[];
  /** No index gives what is found in the order of the history: it is looked for among the newest runs first. */
  readonly scattered: boolean;
  /** Something can be looked up in no index: it is looked for among the newest runs only. */
  readonly onlyNewest: boolean;
}

export function buildFilter(teamId: string, query: RunListQuery): RunFilter {
  const values: unknown[] = [teamId];
  const where = ['r.team_id = $1'];
  const and = (clause: (n: string) => string, value: unknown) => {
    values.push(value);
    where.push(clause(`$${values.length}`));
  };
  if (query.state === 'active') and((n) => `r.state = ANY(${n})`, activeStates);
  else if (query.state === 'finished') and((n) => `r.state = ANY(${n})`, terminalStates);
  else if (query.state) and((n) => `r.state = ${n}`, query.state);
  if (query.planId) and((n) => `r.plan_id = ${n}`, query.planId);
  if (query.experimentId) and((n) => `r.experiment_id = ${n}`, query.experimentId);
  if (query.verdict) and((n) => `r.vs_baseline ->> 'verdict' = ${n}`, query.verdict);
  const ordered = where.length <= 2;
  if (query.tag) {
    const colon = query.tag.indexOf(':');
    if (colon < 0) and((n) => `r.tags ? ${n}`, query.tag);
    else and((n) => `r.tags @> ${n}::jsonb`, JSON.stringify({ [query.tag.slice(0, colon)]: query.tag.slice(colon + 1) }));
  }
  // No index has these.
  const unindexed = query.createdBy !== undefined || query.stamp !== undefined;
  if (query.createdBy) and((n) => `r.created_by = ${n}`, query.createdBy);
  if (query.stamp) and((n) => `r.validity ->> 'stamp' = ${n}`, query.stamp);
  const words = query.search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  for (const word of words) and(...(numberOf.test(word) ? byNumber(word) : lookFor(word)));
  return {
    where: where.join(' AND '),
    values,
    scattered: !ordered || unindexed || words.length > 0 || query.tag !== undefined,
    onlyNewest: unindexed || words.some((word) => !isIndexed(word) && !beginsShort.test(word) && !numberOf.test(word)),
  };
}

/** `#58` */
const numberOf = /^#\d{1,9}$/;

function byNumber(word: string): [(n: string) => string, unknown] {
  return [(n) => `r.id = (SELECT run_id FROM run_numbers WHERE team_id = $1 AND number = ${n})`, Number(word.slice(1))];
}

const separators = '[][ !"#$%&()*+,./:;<=>?@\\\\^_`{|}~-]';
/** The index knows what lies within three characters, counting the end of a word as one and its beginning as two. */
const isIndexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word) || /[!-/:-@[-`{-~][a-z0-9]|[a-z0-9]{2}[!-/:-@[-`{-~]/.test(word);
const beginsShort = /^[a-z0-9]/;

/** A word of one or two letters is looked for where words begin, any other wherever it stands. */
function lookFor(word: string): [(n: string) => string, unknown] {
  if (!isIndexed(word) && beginsShort.test(word))
    return [(n) => `r.search_text ~ ${n}`, `(^|${separators})${word.replace(/[^a-z0-9]/g, '\\$&')}`];
  const patterns = searchPatterns(word);
  return patterns.length === 1 ? [(n) => `r.search_text LIKE ${n}`, patterns[0]] : [(n) => `r.search_text LIKE ANY(${n})`, patterns];
}

/** Tags stand in the searched text as JSON, and are written `name:value` everywhere else. */
function searchPatterns(word: string): string[] {
  const pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const colon = word.indexOf(':');
  return colon < 0 ? [pattern(word)] : [pattern(word), pattern(`${word.slice(0, colon)}": "${word.slice(colon + 1)}`)];
}
