/** The rows of the palette: actions, pages, plans, saved views and runs that the typed text names. */

import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Action } from '@plimsoll/contracts/account';
import { formatAgo } from '@plimsoll/wording/date';
import { shellWords } from '@plimsoll/wording/en/app';
import { paletteWords } from '@plimsoll/wording/en/palette';
import { teamWords } from '@plimsoll/wording/en/team';
import { runStateWord } from '@plimsoll/wording/run-state';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { plans as plansQuery } from '../api/plans.ts';
import { runViews } from '../api/run-views.ts';
import { runs as runsQuery } from '../api/runs.ts';
import { useMay } from '../api/team/may.ts';
import { teamPages } from '../features/team/team-nav.tsx';
import { useNow } from '../ui/now.ts';
import { places } from './places.ts';

export interface PaletteEntry {
  readonly key: string;
  readonly label: string;
  readonly note?: string;
  readonly act: () => void;
}
export interface PaletteSection {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

const most = 6;

/** Every word of the search begins a word of the name, or stands in it. */
function isNamed(label: string, text: string): boolean {
  const name = label.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => name.includes(word));
}

/** `text`: what stands in the field. Runs are asked for once the hand rests; until then those that are there and have the name. */
export function usePaletteEntries(text: string, onHelp: () => void): readonly PaletteSection[] {
  const [asked] = useDebouncedValue(text, 120);
  const navigate = useNavigate();
  const may = useMay();
  const now = useNow();
  const { setColorScheme } = useMantineColorScheme();
  const number = /^#?(\d{1,9})$/.exec(asked)?.[1];
  const plans = useQuery(plansQuery).data?.items ?? [];
  const views = useQuery(runViews).data?.items ?? [];
  const named = useQuery(runsQuery({ search: asked || undefined, limit: most }));
  const numbered = useQuery({ ...runsQuery({ search: `#${number}`, limit: 1 }), enabled: number !== undefined });

  const allowed = <Entry extends PaletteEntry & { action?: Action }>(entries: readonly Entry[]) =>
    entries.filter(({ label, action }) => (action === undefined || may(action)) && isNamed(label, text));
  const colours = (scheme: MantineColorScheme) => ({ key: scheme, label: paletteWords[scheme], act: () => setColorScheme(scheme) });
  const actions = allowed([
    { key: 'run', label: paletteWords.newRun, action: 'run.create', act: () => void navigate({ to: '/launch' }) },
    { key: 'compare', label: paletteWords.compare, act: () => void navigate({ to: '/compare' }) },
    {
      key: 'experiment',
      label: paletteWords.newExperiment,
      action: 'experiment.create',
      act: () => void navigate({ to: '/experiments/new' }),
    },
    { key: 'help', label: paletteWords.help, act: onHelp },
    ...(text ? (['light', 'dark', 'auto'] as const).map(colours) : []),
  ]);
  const pages = allowed([
    ...places
      .filter(({ key }) => key !== 'launch')
      .map(({ to, key }) => ({ key: to, label: shellWords[key], act: () => void navigate({ to }) })),
    ...teamPages
      .filter(({ to }) => to !== '/team')
      .map(({ to, key, action }) => ({ key: to, label: teamWords.pages[key], action, act: () => void navigate({ to }) })),
    { key: '/account', label: shellWords.ownAccount, act: () => void navigate({ to: '/account' }) },
  ]);
  const foundPlans = plans
    .filter(({ plan }) => text !== '' && isNamed(plan.name, text))
    .slice(0, most)
    .map(({ id, plan }) => ({ key: id, label: plan.name, act: () => void navigate({ to: '/plans/$planId', params: { planId: id } }) }));
  const foundViews = views
    .filter(({ name }) => text !== '' && isNamed(name, text))
    .slice(0, most)
    .map(({ id, name, filters }) => ({ key: id, label: name, act: () => void navigate({ to: '/runs', search: filters }) }));
  const found = [...(number === undefined ? [] : (numbered.data?.items ?? [])), ...(named.data?.items ?? [])];
  const runs = [...new Map(found.map((run) => [run.id, run])).values()].slice(0, most).map((run) => ({
    key: run.id,
    label: run.number === null ? run.plan.name : paletteWords.run({ number: String(run.number), name: run.plan.name }),
    note: `${runStateWord(run).text} · ${formatAgo(run.createdAt, now)}`,
    act: () => void navigate({ to: '/runs/$runId', params: { runId: String(run.number ?? run.id) } }),
  }));
  const all = asked === text && asked && (named.data?.items.length ?? 0) >= most;
  if (all)
    runs.push({
      key: 'all',
      label: paletteWords.searchAll({ text: asked }),
      note: '',
      act: () => void navigate({ to: '/runs', search: { search: asked } }),
    });
  const ofPages = { title: paletteWords.pages, entries: pages };
  return [
    { title: paletteWords.actions, entries: actions },
    ...(text ? [ofPages] : []),
    { title: paletteWords.plans, entries: foundPlans },
    { title: paletteWords.views, entries: foundViews },
    {
      title: text ? paletteWords.runs : paletteWords.latest,
      entries: asked === text ? runs : runs.filter(({ label }) => isNamed(label, text)),
    },
    ...(text ? [] : [ofPages]),
  ].filter(({ entries }) => entries.length > 0);
}
