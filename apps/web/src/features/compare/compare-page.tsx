import { Button, NativeSelect } from '@mantine/core';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { IconArrowsExchange, IconShare } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { comparison as comparisonQuery, storeComparison, comparisons as storedQuery } from '../../api/comparisons.ts';
import { runs as runsQuery } from '../../api/runs.ts';
import { formatAgo, formatMoment } from '../../format/time.ts';
import { comparisonMarkdown } from '../../ui/comparison/comparison-markdown.ts';
import { ComparisonView } from '../../ui/comparison/comparison-view.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useShortcuts } from '../../ui/hotkeys.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNow } from '../../ui/now.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { ProblemNotice, problemText } from '../../ui/problem-notice.tsx';
import { useSearchState } from '../../ui/search-state.ts';
import { ValidityChip } from '../../ui/state-chip.tsx';
import { toast } from '../../ui/toast.tsx';

const ids = z.string().default('').catch('');
const searchSchema = z.object({ base: ids, candidate: ids });
const listOf = (text: string) => text.split(',').filter(Boolean);

/** Two arms by URL; nothing is stored until it is shared. */
export function ComparePage({ onStored }: { onStored: (id: string, share: boolean) => void }) {
  const { t } = useTranslation();
  const [search, change] = useSearchState(searchSchema);
  const base = listOf(search.base);
  const candidate = listOf(search.candidate);
  const ready = base.length > 0 && candidate.length > 0;
  const result = useQuery({ ...comparisonQuery(base, candidate), enabled: ready });
  const queryClient = useQueryClient();
  const store = useMutation({
    mutationFn: () => storeComparison(base, candidate),
    onSuccess: (stored) => {
      void queryClient.invalidateQueries({ queryKey: ['comparisons'] });
      onStored(stored.id, true);
    },
    onError: (error) => toast(problemText(error, t('common.unexpected'))),
  });
  usePageTitle(result.data?.sentence ?? t('compare.title'));
  const swap = () => change({ base: search.candidate || undefined, candidate: search.base || undefined });
  useShortcuts({ x: swap });
  return (
    <>
      <div className="head">
        <div className="head-title">
          <h1>{ready && result.data ? result.data.sentence : t('compare.title')}</h1>
        </div>
        {ready && result.data && (
          <span className="row tight no-print">
            <CopyButton text={() => comparisonMarkdown(result.data, window.location.href)} label={t('compare.markdown')} />
            <Button
              variant="filled"
              leftSection={<IconShare size={15} aria-hidden />}
              loading={store.isPending}
              onClick={() => store.mutate()}
            >
              {t('run.share')}
            </Button>
          </span>
        )}
      </div>
      <div className="arms">
        <ArmPicker
          arm="base"
          colour="var(--planned)"
          value={base}
          other={candidate}
          result={result.data}
          onPick={(id) => change({ base: id })}
        />
        <Button onClick={swap} aria-label={t('compare.swap')}>
          <IconArrowsExchange size={16} aria-hidden />
          <Kbd>x</Kbd>
        </Button>
        <ArmPicker
          arm="candidate"
          colour="var(--accent)"
          value={candidate}
          other={base}
          result={result.data}
          onPick={(id) => change({ candidate: id })}
        />
      </div>
      {!ready ? (
        <Stored />
      ) : result.error ? (
        <Failed error={result.error} retry={() => void result.refetch()} />
      ) : result.data ? (
        <ComparisonView result={result.data} />
      ) : (
        <Loading rows={6} />
      )}
    </>
  );
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div style={{ marginBlockStart: 14 }}>
      <ProblemNotice error={error} retry={retry} />
    </div>
  );
}

interface ArmProps {
  readonly arm: 'base' | 'candidate';
  readonly colour: string;
  readonly value: readonly string[];
  readonly other: readonly string[];
  readonly result: ComparisonResult | undefined;
  onPick(id: string): void;
}

function ArmPicker({ arm, colour, value, other, result, onPick }: ArmProps) {
  const { t } = useTranslation();
  const now = useNow();
  const list = useQuery(runsQuery({ state: 'finished', limit: 100 }));
  const picked = value[0] ?? '';
  const runs = list.data?.items.filter((run) => run.summary !== null) ?? [];
  const known = result?.[arm].runs.find((run) => run.id === picked);
  const options = runs.map((run) => ({
    value: run.id,
    label: `${run.plan.name} · ${formatAgo(run.createdAt, now)}${run.plan.connection.keepAlive ? '' : ` · ${t('load.keepAliveOff')}`}`,
    disabled: other.includes(run.id),
  }));
  if (picked && !runs.some((run) => run.id === picked)) options.unshift({ value: picked, label: known?.name ?? picked, disabled: false });
  return (
    <div className="card pad row nowrap">
      <span className="arm-dot" style={{ background: colour }} />
      <b>{t(`compare.${arm}`)}</b>
      <NativeSelect
        className="arm-pick"
        aria-label={t(`compare.pick.${arm}`)}
        value={picked}
        onChange={(event) => onPick(event.currentTarget.value)}
        data={[{ value: '', label: t('compare.choose'), disabled: picked !== '' }, ...options]}
      />
      {known?.validity && <ValidityChip validity={known.validity} />}
    </div>
  );
}

function Stored() {
  const { t } = useTranslation();
  const list = useQuery(storedQuery);
  const runs = useQuery(runsQuery({ state: 'finished', limit: 100 }));
  if (runs.data && runs.data.items.length < 2)
    return (
      <div style={{ marginBlockStart: 18 }}>
        <EmptyState
          title={t('compare.emptyTitle')}
          text={t('compare.emptyText')}
          action={<ButtonLink to="/launch">{t('shell.launch')}</ButtonLink>}
        />
      </div>
    );
  return (
    <div className="stack" style={{ marginBlockStart: 18 }}>
      <p className="soft" style={{ margin: 0 }}>
        {t('compare.pickBoth')}
      </p>
      {list.data && list.data.items.length > 0 && (
        <section className="card" aria-label={t('compare.kept')}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('compare.kept')}</th>
                <th scope="col" className="n">
                  {t('runs.when')}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.data.items.map((item) => (
                <tr key={item.id}>
                  <td>
                    <TextLink to="/comparisons/$comparisonId" params={{ comparisonId: item.id }} size="sm">
                      {item.title}
                    </TextLink>
                  </td>
                  <td className="n soft">{formatMoment(item.createdAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
