import { Button, SegmentedControl } from '@mantine/core';
import { httpClients } from '@plimsoll/contracts/connection';
import type { SavedPlan } from '@plimsoll/contracts/saved-plan';
import type { ShownPlan } from '@plimsoll/contracts/shown-plan';
import { plansWords } from '@plimsoll/wording/en/app';
import { launchWords } from '@plimsoll/wording/en/launch';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { later } from '../../api/later.ts';
import { plan as planQuery } from '../../api/plans.ts';
import { run as runQuery } from '../../api/runs.ts';
import { system } from '../../api/system.ts';
import { UnreadablePlan } from '../../domain/plan/unreadable-plan.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import formStyles from '../../ui/form/form.module.css';
import { ButtonLink } from '../../ui/links.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { OpenedLater } from '../../ui/opened-later.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useSearchState } from '../../ui/search-state.ts';
import { LaunchFormFields } from './launch-form.tsx';
import { useLaunchState } from './launch-state.ts';
import { LeftForm } from './left-form.tsx';
import { PasteCommand } from './paste/paste-command.tsx';
import { PresetButton } from './shapes/preset-button.tsx';
import { type Draft, keepDraft, leaveDraft, loadDraft } from './values/draft.ts';
import { demoForm, emptyForm } from './values/empty-form.ts';
import { firstRequest } from './values/form-values.ts';
import { planToForm } from './values/plan-form.ts';
import { WhatWillHappen } from './what-will-happen.tsx';

const ConfirmDialog = later(() => import('../../ui/notice/confirm-dialog.tsx'), 'ConfirmDialog');
const YamlPane = later(() => import('./yaml-pane.tsx'), 'YamlPane');

const searchSchema = z.object({
  from: z.uuid().optional().catch(undefined),
  plan: z.uuid().optional().catch(undefined),
  /** The client that is to send the requests of the plan it is opened from. */
  client: z.enum(httpClients).optional().catch(undefined),
  mode: z.enum(['form', 'yaml']).catch('form'),
  demo: z.string().optional(),
});

/** New run: waits for what it is opened from (a run to edit, a plan), then holds the form. */
export function LaunchPage() {
  const [search] = useSearchState(searchSchema);
  /** The form that was begun on the page itself: an empty one, or the draft that was offered. */
  const [begun, setBegun] = useState<{ readonly nth: number; readonly draft: Draft } | null>(null);
  const limits = useQuery(system);
  const fromRun = useQuery({ ...runQuery(search.from ?? ''), enabled: search.from !== undefined });
  const fromPlan = useQuery({ ...planQuery(search.plan ?? ''), enabled: search.plan !== undefined });
  const error = limits.error ?? fromRun.error ?? fromPlan.error;
  const opened: ShownPlan | undefined = search.from ? fromRun.data?.plan : fromPlan.data?.plan;
  const source = search.from ?? search.plan ?? 'new';
  const number = search.from && fromRun.data?.number;
  const planName = search.from ? null : fromPlan.data?.plan.name;
  const title = number
    ? launchWords.fromRun({ number })
    : planName && search.plan
      ? launchWords.editPlan({ name: planName })
      : launchWords.title;
  if (error)
    return (
      <div className="stack">
        <PageHead title={title} />
        <ProblemNotice error={error} />
      </div>
    );
  if (!limits.data || (source !== 'new' && !opened)) return <Loading rows={6} />;
  if (opened?.unreadable)
    return (
      <div className="stack">
        <PageHead title={launchWords.title} />
        <UnreadablePlan plans={[opened]} of="plan" />
        <div>
          <ButtonLink to="/launch">{plansWords.new}</ButtonLink>
        </div>
      </div>
    );
  const saved = search.from ? null : (fromPlan.data ?? null);
  const initial = (): Draft => {
    if (begun) return begun.draft;
    const draft = loadDraft(source);
    const fresh = { yaml: null, revision: saved?.revision ?? null };
    const values = opened ? planToForm(opened) : search.demo ? demoForm(limits.data.demoTarget) : emptyForm;
    const first = draft?.goesOn ? draft : { ...fresh, values };
    return search.client ? { ...first, values: { ...first.values, client: search.client } } : first;
  };
  const offered = begun ? null : loadDraft(source);
  const begin = (draft: Draft) => setBegun({ nth: (begun?.nth ?? 0) + 1, draft });
  return (
    <Launch
      key={`${source} ${begun?.nth}`}
      source={source}
      saved={saved}
      title={title}
      initial={initial}
      offered={offered?.goesOn === false && holdsAnything(offered) ? offered : null}
      onBegin={begin}
      onEmpty={source === 'new' ? () => begin({ yaml: null, revision: null, values: emptyForm }) : null}
    />
  );
}

/** A name, a text, or somewhere to send to. */
function holdsAnything({ values, yaml }: Draft): boolean {
  return yaml !== null || values.name !== '' || firstRequest(values).url !== '';
}

interface Props {
  readonly source: string;
  readonly saved: SavedPlan | null;
  readonly title: string;
  initial(): Draft;
  /** A form that was left; null where there is none. */
  readonly offered: Draft | null;
  onBegin(draft: Draft): void;
  /** Begins a form that nothing stands in; null where the page is one of a run or a plan. */
  readonly onEmpty: (() => void) | null;
}

function Launch({ source, saved, title, initial, offered, onBegin, onEmpty }: Props) {
  const [{ mode }, change] = useSearchState(searchSchema);
  const [begun] = useState(initial);
  const [left] = useState(offered);
  useEffect(() => () => leaveDraft(source), [source]);
  const state = useLaunchState({
    source,
    saved,
    begun,
    mode,
    showYaml: useCallback(() => change({ mode: 'yaml' }), [change]),
    onSaved: ({ id }) => change({ plan: id, from: undefined, client: undefined, demo: undefined }),
  });
  const choose = async (next: string) => {
    if (next === mode) return;
    if (next === 'yaml' ? await state.toYaml() : state.toForm()) change({ mode: next === 'yaml' ? 'yaml' : undefined });
  };
  const { sending } = state;
  return (
    <>
      <PageHead title={title}>
        {mode === 'form' && (
          <>
            {onEmpty && (
              <Button variant="subtle" onClick={onEmpty}>
                {launchWords.startEmpty}
              </Button>
            )}
            <PresetButton form={state.form} />
            <PasteCommand form={state.form} />
          </>
        )}
        <SegmentedControl
          aria-label={launchWords.mode}
          value={mode}
          onChange={(next) => void choose(next)}
          data={[
            { value: 'form', label: launchWords.form },
            { value: 'yaml', label: launchWords.yaml },
          ]}
        />
        {state.yaml !== null && mode === 'yaml' && <CopyButton text={state.yaml} label={launchWords.copyYaml} />}
      </PageHead>
      {left && (
        <LeftForm
          draft={left}
          onContinue={() => {
            keepDraft(source, left);
            onBegin(left);
            // The button that had the focus is gone.
            document.getElementById('main')?.focus();
          }}
        />
      )}
      <div className={formStyles.formPage}>
        {mode === 'yaml' ? (
          <Suspense fallback={<Loading rows={6} />}>
            <YamlPane text={state.yaml} problems={state.form.problems} onChange={state.editYaml} onOpen={state.toYaml} />
          </Suspense>
        ) : (
          <LaunchFormFields state={state} />
        )}
        <WhatWillHappen state={state} isOfPlan={saved !== null} />
      </div>
      <OpenedLater opened={sending.replacing}>
        <ConfirmDialog
          opened={sending.replacing}
          title={launchWords.replaceAsk}
          text={launchWords.replaceText({ name: saved?.plan.name ?? '' })}
          action={launchWords.replaceDo}
          pending={sending.savingChange}
          onConfirm={sending.replace}
          onClose={sending.keepTheirs}
        />
      </OpenedLater>
    </>
  );
}
