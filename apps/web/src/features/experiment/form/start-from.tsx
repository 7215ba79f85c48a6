import { NativeSelect } from '@mantine/core';
import { planWords } from '@plimsoll/pages/run-words';
import { formatAgo } from '@plimsoll/wording/date';
import { plansWords } from '@plimsoll/wording/en/app';
import { newExperimentWords } from '@plimsoll/wording/en/comparison';
import { requestWords } from '@plimsoll/wording/request-words';
import { IconEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { plans as plansQuery } from '../../../api/plans.ts';
import { runs as runsQuery } from '../../../api/runs.ts';
import { loadPlanDraft } from '../../../domain/plan/plan-draft.ts';
import formStyles from '../../../ui/form/form.module.css';
import { ButtonLink } from '../../../ui/links.tsx';
import { useNow } from '../../../ui/now.ts';
import type { StartPlan } from '../values/start-plan.ts';

interface Props {
  readonly start: StartPlan;
  /** Sentences about the plan itself. */
  readonly problems: readonly string[];
  onPick(search: { from: string | undefined; plan: string | undefined }): void;
}

/** The plan that all variants have in common, and its origin. */
export function StartFrom({ start, problems, onPick }: Props) {
  const now = useNow();
  const plans = (useQuery(plansQuery).data?.items ?? []).filter(({ plan }) => !plan.unreadable);
  const runs = (useQuery(runsQuery({ state: 'finished', limit: 10 })).data?.items ?? []).filter(({ plan }) => !plan.unreadable);
  const draft = loadPlanDraft();
  const known = [...plans.map((item) => `plan:${item.id}`), ...runs.map((item) => `run:${item.id}`), 'draft', 'demo'];
  const [kind, id = ''] = start.source.split(':');
  const { plan } = start;
  const options = [
    ...(draft ? [{ value: 'draft', label: newExperimentWords.fromDraft({ name: draft.plan.name }) }] : []),
    ...(known.includes(start.source) ? [] : [{ value: start.source, label: plan.name }]),
  ];
  const edit = kind === 'run' ? { from: id } : kind === 'plan' ? { plan: id } : kind === 'demo' ? { demo: '1' } : {};
  return (
    <div className="stack" style={{ gap: 6 }}>
      <div className="row nowrap" style={{ alignItems: 'flex-end' }}>
        <NativeSelect
          style={{ flex: 1, minInlineSize: 0 }}
          label={newExperimentWords.from}
          value={start.source}
          onChange={(event) => {
            const [next = '', picked] = event.currentTarget.value.split(':');
            onPick(next === 'plan' ? { plan: picked, from: undefined } : { from: picked ?? next, plan: undefined });
          }}
          data={[
            ...options,
            ...(plans.length > 0
              ? [{ group: newExperimentWords.plans, items: plans.map((item) => ({ value: `plan:${item.id}`, label: item.plan.name })) }]
              : []),
            ...(runs.length > 0
              ? [
                  {
                    group: newExperimentWords.latestRuns,
                    items: runs.map((item) => ({
                      value: `run:${item.id}`,
                      label: `${item.plan.name} · ${formatAgo(item.createdAt, now)}`,
                    })),
                  },
                ]
              : []),
            { group: newExperimentWords.other, items: [{ value: 'demo', label: newExperimentWords.fromDemo }] },
          ]}
        />
        <ButtonLink to="/launch" search={edit} leftSection={<IconEdit size={15} aria-hidden />} aria-label={newExperimentWords.editPlan}>
          {plansWords.edit}
        </ButtonLink>
      </div>
      <div className="small soft" style={{ overflowWrap: 'anywhere' }}>
        <code>{requestWords(plan)}</code> · {planWords(plan)}
      </div>
      {problems.map((problem) => (
        <div key={problem} className={formStyles.fieldError} data-field-error>
          {problem}
        </div>
      ))}
    </div>
  );
}
