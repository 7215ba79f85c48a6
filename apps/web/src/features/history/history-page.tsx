import { Button } from '@mantine/core';
import { isTerminal } from '@plimsoll/contracts/run';
import { mostCounted } from '@plimsoll/contracts/run-list';
import { homeWords, runsWords, shellWords } from '@plimsoll/wording/en/app';
import { formatCount } from '@plimsoll/wording/number';
import { IconFileImport, IconGitCompare, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, Suspense, useEffect, useRef, useState } from 'react';
import { experiments as experimentsQuery } from '../../api/experiments.ts';
import { later } from '../../api/later.ts';
import { useMay } from '../../api/team/may.ts';
import { type Entry, isRun } from '../../domain/run/table/run-entry.ts';
import { RunTable } from '../../domain/run/table/run-table.tsx';
import { readColumns } from '../../domain/run/table/shown-columns.ts';
import { useShortcuts } from '../../ui/keys/hotkeys.ts';
import { Kbd } from '../../ui/keys/kbd.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/notice/empty-state.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useSearchState } from '../../ui/search-state.ts';
import { ColumnMenu } from './column-menu.tsx';
import { Filters } from './filters.tsx';
import { folded } from './folded.ts';
import styles from './history-page.module.css';
import { historySearchSchema } from './history-search.ts';
import { useRowWindow } from './row-window.ts';
import { useRunPages } from './run-pages.ts';
import { useSelectColumn } from './select-column.tsx';
import { Views } from './views.tsx';

const ImportResults = later(() => import('./import-results.tsx'), 'ImportResults');

const cleared = {
  search: undefined,
  tag: undefined,
  state: undefined,
  planId: undefined,
  verdict: undefined,
  createdBy: undefined,
  stamp: undefined,
  cursor: undefined,
};

/** A comparison has 2 to 5 arms. */
const mostArms = 5;

export function HistoryPage() {
  const mayRun = useMay()('run.create');
  const [search, change] = useSearchState(historySearchSchema);
  const { search: words, tag, state, planId, verdict, createdBy, stamp, cursor } = search;
  const filters = { search: words, tag, state, planId, verdict, createdBy, stamp };
  const pages = useRunPages({ ...filters, cursor });
  const list = pages.first;
  const most = mostCounted(search);
  const filtered = Object.values(filters).some(Boolean);
  const [importing, setImporting] = useState<{ readonly dropped: File | null } | null>(null);
  // A file may be dropped anywhere on the page: else the browser would leave it and open the file.
  const onDragOver = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    const [dropped] = event.dataTransfer.files;
    if (!dropped || event.defaultPrevented || !mayRun) return;
    event.preventDefault();
    setImporting({ dropped });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be chosen by the button, too
    <div onDragOver={onDragOver} onDrop={onDrop}>
      <PageHead
        title={runsWords.title}
        beside={
          list.data && <span className="soft num">{list.data.total > most ? `${formatCount(most)}+` : formatCount(list.data.total)}</span>
        }
      >
        <Views />
        <ColumnMenu />
        {mayRun && (
          <>
            <Button
              leftSection={<IconFileImport size={15} aria-hidden />}
              aria-expanded={importing !== null}
              onClick={() => setImporting(importing ? null : { dropped: null })}
            >
              {runsWords.import}
            </Button>
            <ButtonLink to="/launch" variant="filled" leftSection={<IconPlus size={15} aria-hidden />}>
              {shellWords.launch}
            </ButtonLink>
          </>
        )}
      </PageHead>
      {importing && (
        <Suspense fallback={<Loading rows={2} />}>
          <ImportResults dropped={importing.dropped} onClose={() => setImporting(null)} />
        </Suspense>
      )}
      <Filters />
      {list.error ? (
        <ProblemNotice error={list.error} retry={() => void list.refetch()} />
      ) : !list.data ? (
        <Loading rows={8} />
      ) : list.data.items.length === 0 ? (
        <EmptyState
          title={filtered ? runsWords.noMatch : homeWords.emptyTitle}
          text={filtered ? runsWords.noMatchText : homeWords.emptyText}
          action={
            filtered ? (
              <Button onClick={() => change(cleared)}>{runsWords.clear}</Button>
            ) : (
              mayRun && (
                <ButtonLink to="/launch" search={{ demo: '1' }} variant="filled">
                  {homeWords.emptyAction}
                </ButtonLink>
              )
            )
          }
        />
      ) : (
        <Rows pages={pages} folding={!filtered} />
      )}
    </div>
  );
}

interface RowsProps {
  readonly pages: ReturnType<typeof useRunPages>;
  /** Experiments in place of their runs; not where somebody looks for certain runs. */
  readonly folding: boolean;
}

function Rows({ pages: { items, more, isWaiting, error, retry }, folding }: RowsProps) {
  const navigate = useNavigate();
  const [search, change] = useSearchState(historySearchSchema);
  const [cursor, setCursor] = useState(-1);
  const mayFold = folding && items.some((run) => run.experimentId !== null);
  const { data: experiments, isLoading } = useQuery({ ...experimentsQuery, enabled: mayFold });
  const selected = (search.selected ?? '').split(',').filter(Boolean);
  const open = (search.open ?? '').split(',').filter(Boolean);
  const rows: readonly Entry[] = mayFold && experiments ? folded(items, experiments.items, open) : items;
  const fold = (id: string) =>
    change({ open: (open.includes(id) ? open.filter((one) => one !== id) : [...open, id]).join(',') || undefined });
  const toggle = (id: string) =>
    change({
      selected: (selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id].slice(-mostArms)).join(',') || undefined,
    });
  // The oldest is the base; one that stands on an older page is older still.
  const findPlace = (id: string) => items.findIndex((run) => run.id === id) + 1 || items.length + 1;
  const compare = () => {
    const [base, ...candidate] = [...selected].sort((a, b) => findPlace(b) - findPlace(a));
    if (!base || candidate.length === 0) return;
    void navigate({ to: '/compare', search: { base, candidate } });
  };
  const firstColumn = useSelectColumn({ ids: selected, toggle }, { ids: open, toggle: fold });
  const here = rows[cursor];
  const goTo = (index: number) => {
    setCursor(index);
    bringIntoView(index);
  };
  useShortcuts({
    j: () => goTo(Math.min(rows.length - 1, cursor + 1)),
    k: () => goTo(Math.max(0, cursor - 1)),
    x: () => {
      if (here && !isRun(here)) fold(here.id);
      else if (here && isTerminal(here.state)) toggle(here.id);
    },
    '.': compare,
    o: () => {
      if (!here) return;
      if (isRun(here)) void navigate({ to: '/runs/$runId', params: { runId: String(here.number ?? here.id) } });
      else void navigate({ to: '/experiments/$experimentId', params: { experimentId: here.id } });
    },
  });
  const box = useRef<HTMLDivElement>(null);
  const { rows: drawn, window: part, nearEnd, bringIntoView } = useRowWindow(rows, box);
  useEffect(() => {
    if (nearEnd) more?.();
  });
  if (isLoading) return <Loading rows={8} />;
  return (
    <>
      {/* Rows come and go above what is in sight: the browser must not scroll after them. */}
      <div ref={box} style={{ overflowAnchor: 'none' }}>
        <RunTable
          runs={drawn}
          window={part}
          shown={readColumns(search.columns)}
          firstColumn={firstColumn}
          cursor={cursor}
          selected={selected}
        />
      </div>
      {error && <ProblemNotice error={error} retry={retry} />}
      <div className="row" style={{ marginBlockStart: 12 }}>
        {search.cursor && <Button onClick={() => change({ cursor: undefined }, { push: true })}>{runsWords.newest}</Button>}
        {(more || isWaiting) && (
          <Button className="push" loading={isWaiting} onClick={() => more?.()}>
            {runsWords.older}
          </Button>
        )}
      </div>
      {selected.length > 0 && (
        <section className={`card row ${styles.selectBar}`} aria-label={runsWords.selection}>
          <b>{runsWords.selected({ count: selected.length })}</b>
          {selected.length < 2 && <span className="soft small">{runsWords.oneMore}</span>}
          <Button variant="filled" disabled={selected.length < 2} leftSection={<IconGitCompare size={15} aria-hidden />} onClick={compare}>
            {runsWords.compare}
            <Kbd>.</Kbd>
          </Button>
          <Button variant="subtle" onClick={() => change({ selected: undefined })}>
            {runsWords.clearSelection}
          </Button>
        </section>
      )}
    </>
  );
}
