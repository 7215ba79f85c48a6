import type { Column } from '@plimsoll/pages/data-table';
import { VerdictChip } from '@plimsoll/pages/verdict-chip';
import { shortMetric } from '@plimsoll/wording/arm-words';
import { changePhrase } from '@plimsoll/wording/change-phrase';
import { runsWords } from '@plimsoll/wording/en/app';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { experimentsWords } from '@plimsoll/wording/en/experiment';
import { experimentKindWords } from '@plimsoll/wording/en/names';
import { capital } from '@plimsoll/wording/field-name';
import { firstOf } from '@plimsoll/wording/list';
import { formatRate } from '@plimsoll/wording/rate';
import { formatLeastChange } from '@plimsoll/wording/share';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { experiments as experimentsQuery, isUnderWay } from '../../api/experiments.ts';
import { useMay } from '../../api/team/may.ts';
import { ExperimentChip } from '../../domain/experiment/experiment-chip.tsx';
import type { ExperimentItem } from '../../domain/run/table/run-entry.ts';
import runTableStyles from '../../domain/run/table/run-table.module.css';
import { Ago } from '../../ui/ago.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { ListPage } from '../../ui/notice/list-page.tsx';
import { useNow } from '../../ui/now.ts';

/** The answer of an experiment that ended, in a word, or why it has none. */
function Result({ item: { kind, state, stateReason, finding } }: { item: ExperimentItem }) {
  if (isUnderWay(state)) return null;
  if (state !== 'completed') return <span className="small soft">{stateReason}</span>;
  if (finding.verdict)
    return (
      <span className="row tight">
        <VerdictChip verdict={finding.verdict} up={(finding.leading?.deltaRelative ?? 0) > 0} />
        {finding.leading && `${shortMetric(finding.leading)} ${changePhrase(finding.leading.metric, finding.leading.deltaRelative)}`}
      </span>
    );
  if (finding.best) {
    const { variant, goodPerSecond, alike } = finding.best;
    return experimentsWords.best({ rate: formatRate(goodPerSecond), where: firstOf([variant, ...alike]) });
  }
  if (finding.noiseFloor !== null) return experimentsWords.noise({ share: formatLeastChange(finding.noiseFloor) });
  if (kind !== 'capacity') return <span className="small soft">{stateReason}</span>;
  if (finding.rate === null) return experimentsWords.noneHeld;
  const rate = formatRate(finding.rate);
  return (finding.confirmed ? experimentsWords.confirmed : experimentsWords.unconfirmed)({
    rate: finding.atLeast ? capital(experimentWords.atLeast({ rate })) : rate,
  });
}

const state: Column<ExperimentItem> = {
  key: 'state',
  head: runsWords.state,
  cell: (item) => item.state !== 'completed' && <ExperimentChip state={item.state} />,
};

/** The team's experiments, newest first. */
export function ExperimentsPage() {
  const mayStart = useMay()('experiment.create');
  const now = useNow();
  const list = useQuery(experimentsQuery);
  // A result says that its experiment is completed.
  const isTold = list.data?.items.some((item) => item.state !== 'completed');
  return (
    <ListPage
      words={experimentsWords}
      query={list}
      clickable
      action={
        mayStart && (
          <ButtonLink to="/experiments/new" variant="filled" leftSection={<IconPlus size={15} aria-hidden />}>
            {experimentsWords.new}
          </ButtonLink>
        )
      }
      emptyAction={
        mayStart && (
          <ButtonLink to="/experiments/new" variant="filled">
            {experimentsWords.emptyAction}
          </ButtonLink>
        )
      }
      columns={[
        {
          key: 'name',
          head: experimentsWords.name,
          inCard: 'wide',
          cell: ({ id, name }) => (
            <Link to="/experiments/$experimentId" params={{ experimentId: id }} className={runTableStyles.runName}>
              {name}
            </Link>
          ),
        },
        { key: 'kind', head: experimentsWords.kind, cell: ({ kind }) => experimentKindWords[kind] },
        ...(isTold ? [state] : []),
        {
          key: 'result',
          head: experimentsWords.result,
          cell: (item) => <Result item={item} />,
        },
        {
          key: 'progress',
          head: experimentsWords.progress,
          numeric: true,
          cardLabel: experimentsWords.progress,
          cell: ({ state, progress }) => (isUnderWay(state) && progress.total > 0 ? experimentsWords.of(progress) : progress.done),
        },
        {
          key: 'when',
          head: runsWords.when,
          numeric: true,
          className: 'soft',
          cell: ({ createdAt }) => <Ago at={createdAt} nowMs={now} />,
        },
      ]}
    />
  );
}
