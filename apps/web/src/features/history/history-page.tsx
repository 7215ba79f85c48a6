import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { isTerminal, type RunListItem, runStates } from '@plimsoll/contracts/run';
import { verdicts } from '@plimsoll/contracts/verdict';
import { IconGitCompare, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { plans as plansQuery } from '../../api/plans.ts';
import { runs as runsQuery } from '../../api/runs.ts';
import { formatCount } from '../../format/number.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useShortcuts } from '../../ui/hotkeys.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Loading } from '../../ui/loading.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RunTable } from '../../ui/run/run-table.tsx';
import { useSearchState } from '../../ui/search-state.ts';

const states = ['active', 'finished', ...runStates] as const;
const text = z.string().optional().catch(undefined);
/** A comparison has 2 to 5 arms. */
const mostArms = 5;
const searchSchema = z.object({
  search: text,
  tag: text,
  state: z.enum(states).optional().catch(undefined),
  planId: z.uuid().optional().catch(undefined),
  verdict: z.enum(verdicts).optional().catch(undefined),
  cursor: text,
  selected: text,
  focus: text,
});

export function HistoryPage() {
  const { t } = useTranslation();
  usePageTitle(t('runs.title'));
  const [search, change] = useSearchState(searchSchema);
  const { search: words, tag, state, planId, verdict, cursor } = search;
  const list = useQuery(runsQuery({ search: words, tag, state, planId, verdict, cursor }));
  const filtered = Boolean(words || tag || state || planId || verdict);
  return (
    <>
      <div className="row">
        <h1>{t('runs.title')}</h1>
        {list.data && <span className="soft num">{formatCount(list.data.total)}</span>}
        <span className="push" />
        <ButtonLink to="/launch" variant="filled" leftSection={<IconPlus size={15} aria-hidden />}>
          {t('shell.launch')}
        </ButtonLink>
      </div>
      <Filters />
      {list.error ? (
        <ProblemNotice error={list.error} retry={() => void list.refetch()} />
      ) : !list.data ? (
        <Loading rows={8} />
      ) : list.data.items.length === 0 ? (
        <EmptyState
          title={t(filtered ? 'runs.noMatch' : 'home.emptyTitle')}
          text={t(filtered ? 'runs.noMatchText' : 'home.emptyText')}
          action={
            filtered ? (
              <Button
                onClick={() =>
                  change({ search: undefined, tag: undefined, state: undefined, planId: undefined, verdict: undefined, cursor: undefined })
                }
              >
                {t('runs.clear')}
              </Button>
            ) : (
              <ButtonLink to="/launch" search={{ demo: '1' }} variant="filled">
                {t('home.emptyAction')}
              </ButtonLink>
            )
          }
        />
      ) : (
        <Rows items={list.data.items} nextCursor={list.data.nextCursor} />
      )}
    </>
  );
}

function Rows({ items, nextCursor }: { items: readonly RunListItem[]; nextCursor: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, change] = useSearchState(searchSchema);
  const [cursor, setCursor] = useState(-1);
  const selected = (search.selected ?? '').split(',').filter(Boolean);
  const toggle = (id: string) =>
    change({
      selected: (selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id].slice(-mostArms)).join(',') || undefined,
    });
  // The oldest is the base; one that stands on an older page is older still.
  const placeOf = (id: string) => items.findIndex((run) => run.id === id) + 1 || items.length + 1;
  const compare = () => {
    const [base, ...candidate] = [...selected].sort((a, b) => placeOf(b) - placeOf(a));
    if (!base || candidate.length === 0) return;
    void navigate({ to: '/compare', search: { base, candidate } });
  };
  const here = items[cursor];
  useShortcuts({
    j: () => setCursor(Math.min(items.length - 1, cursor + 1)),
    k: () => setCursor(Math.max(0, cursor - 1)),
    x: () => here && isTerminal(here.state) && toggle(here.id),
    '.': compare,
    o: () => here && void navigate({ to: '/runs/$runId', params: { runId: here.id } }),
  });
  useEffect(() => {
    document.querySelector('tr[data-cursor="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <>
      <RunTable runs={items} selection={{ ids: selected, cursor, toggle }} />
      <div className="row" style={{ marginBlockStart: 12 }}>
        {search.cursor && <Button onClick={() => change({ cursor: undefined }, { push: true })}>{t('runs.newest')}</Button>}
        {nextCursor && (
          <Button className="push" onClick={() => change({ cursor: nextCursor }, { push: true })}>
            {t('runs.older')}
          </Button>
        )}
      </div>
      {selected.length > 0 && (
        <section className="card row select-bar" aria-label={t('runs.selection')}>
          <b>{t('runs.selected', { count: selected.length })}</b>
          {selected.length < 2 && <span className="soft small">{t('runs.oneMore')}</span>}
          <Button variant="filled" disabled={selected.length < 2} leftSection={<IconGitCompare size={15} aria-hidden />} onClick={compare}>
            {t('runs.compare')}
            <Kbd>.</Kbd>
          </Button>
          <Button variant="subtle" onClick={() => change({ selected: undefined })}>
            {t('runs.clearSelection')}
          </Button>
        </section>
      )}
    </>
  );
}

function Filters() {
  const { t } = useTranslation();
  const [search, change] = useSearchState(searchSchema);
  const [typed, setTyped] = useState(search.search ?? '');
  const field = useRef<HTMLInputElement>(null);
  const plans = useQuery(plansQuery);
  useEffect(() => {
    if (search.focus) {
      field.current?.focus();
      change({ focus: undefined });
    }
  }, [search.focus, change]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if ((search.search ?? '') !== typed) change({ search: typed || undefined, cursor: undefined });
    }, 250);
    return () => clearTimeout(timer);
  }, [typed, search.search, change]);
  return (
    <search className="row tight" style={{ marginBlock: 14 }}>
      <TextInput
        ref={field}
        type="search"
        aria-label={t('runs.search')}
        placeholder={t('runs.searchHint')}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        style={{ flex: '0 1 280px' }}
      />
      <NativeSelect
        aria-label={t('runs.filterState')}
        value={search.state ?? ''}
        onChange={(event) => change({ state: event.currentTarget.value || undefined, cursor: undefined })}
        data={[{ value: '', label: t('runs.anyState') }, ...states.map((state) => ({ value: state, label: t(`state.${state}`) }))]}
      />
      {plans.data && plans.data.items.length > 0 && (
        <NativeSelect
          aria-label={t('runs.filterPlan')}
          value={search.planId ?? ''}
          onChange={(event) => change({ planId: event.currentTarget.value || undefined, cursor: undefined })}
          data={[{ value: '', label: t('runs.anyPlan') }, ...plans.data.items.map((item) => ({ value: item.id, label: item.plan.name }))]}
          style={{ maxInlineSize: 220 }}
        />
      )}
      {search.tag && (
        <span className="chip even">
          {search.tag.replace(':', ': ')}
          <CloseButton
            size="xs"
            aria-label={t('runs.removeTag', { tag: search.tag })}
            onClick={() => change({ tag: undefined, cursor: undefined })}
          />
        </span>
      )}
      {search.verdict && (
        <span className="chip even">
          {t('baseline.column')}: {t(`verdict.${search.verdict}`)}
          <CloseButton
            size="xs"
            aria-label={t('runs.removeTag', { tag: t('baseline.column') })}
            onClick={() => change({ verdict: undefined, cursor: undefined })}
          />
        </span>
      )}
    </search>
  );
}
