/** The runs that an arm may be, in sections: the baseline, those of the same plan, the others. Pure. */
import type { Arm } from '@plimsoll/contracts/comparison';
import type { RunListItem } from '@plimsoll/contracts/run-list';
import { runLoadWords } from '@plimsoll/pages/run-words';
import { formatAgo } from '@plimsoll/wording/date';
import { loadWords } from '@plimsoll/wording/en/app';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { httpClientWords } from '@plimsoll/wording/en/names';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';

interface Asked {
  /** May hold a run twice. */
  readonly runs: readonly RunListItem[];
  /** Runs of the arm that no list has, as they were compared. */
  readonly known: Arm['runs'];
  readonly value: readonly string[];
  readonly taken: readonly string[];
  readonly plan: { readonly id: string; readonly baselineRunId: string | null } | null;
  readonly now: number;
}

interface Pickable {
  readonly groups: readonly { group: string; items: { value: string; label: string; disabled: boolean }[] }[];
  /** By id: what stands beside the name, and the text that words are looked for in. */
  readonly shown: ReadonlyMap<string, { readonly detail: string; readonly searched: string }>;
}

/** `#204 Checkout` */
export function runName({ number, name }: { readonly number: number | null; readonly name: string }): string {
  return number ? `#${number} ${name}` : name;
}

export function listPickable({ runs, known, value, taken, plan, now }: Asked): Pickable {
  const byId = new Map(runs.filter(({ summary }) => summary !== null).map((run) => [run.id, run]));
  const shown = new Map<string, { detail: string; searched: string }>();
  const sections = { baseline: [], samePlan: [], others: [] } as Record<
    'baseline' | 'samePlan' | 'others',
    Pickable['groups'][number]['items']
  >;
  const put = (section: keyof typeof sections, id: string, label: string, detail: string) => {
    const disabled = taken.includes(id);
    shown.set(id, {
      detail: [disabled && compareWords.taken, detail].filter(Boolean).join(' · '),
      searched: `${label} ${detail}`.toLocaleLowerCase(),
    });
    sections[section].push({ value: id, label, disabled });
  };
  for (const id of value) {
    if (byId.has(id)) continue;
    const one = known.find((run) => run.id === id);
    put('others', id, one ? runName(one) : id, '');
  }
  for (const run of byId.values()) {
    const section = run.id === plan?.baselineRunId ? 'baseline' : plan !== null && run.planId === plan.id ? 'samePlan' : 'others';
    put(section, run.id, runName({ number: run.number, name: run.plan.name }), describe(run, now));
  }
  const groups = (['baseline', 'samePlan', 'others'] as const).map((section) => ({
    group: compareWords.section[section],
    items: sections[section],
  }));
  return { groups: groups.filter(({ items }) => items.length > 0), shown };
}

function describe(run: RunListItem, now: number): string {
  return [
    run.summary && formatRate(measuredThroughput(run.summary)),
    formatAgo(run.createdAt, now),
    runLoadWords(run),
    run.plan.connection.client === 'wire' && httpClientWords.wire,
    !run.plan.connection.keepAlive && loadWords.keepAliveOff,
    ...Object.entries(run.tags).map(([name, value]) => (value ? `${name}: ${value}` : name)),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The run to hold this one against: its plan's baseline, else the one before it of its plan, or of its name where it has no plan. */
export function suggestBase(
  run: Pick<RunListItem, 'id' | 'planId' | 'createdAt'> & { readonly plan: Pick<RunListItem['plan'], 'name'> },
  baselineRunId: string | null,
  runs: readonly Pick<RunListItem, 'id' | 'planId' | 'createdAt' | 'summary' | 'plan'>[],
): string | null {
  if (baselineRunId !== null && baselineRunId !== run.id) return baselineRunId;
  const isOfIts = (other: (typeof runs)[number]) => (run.planId ? other.planId === run.planId : other.plan.name === run.plan.name);
  const before = runs.filter((other) => other.summary !== null && other.createdAt < run.createdAt && isOfIts(other));
  return (
    before.reduce<(typeof runs)[number] | null>((last, one) => (last === null || one.createdAt > last.createdAt ? one : last), null)?.id ??
    null
  );
}
