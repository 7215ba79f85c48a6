/** The form of a schedule: what it starts, how often, in which zone, and what is planted in it. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { ChangeSchedule as Change, CreateSchedule, Schedule } from '@plimsoll/contracts/schedule';
import { scheduleFormWords, schedulesWords } from '@plimsoll/wording/en/schedule';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useId } from 'react';
import { experiments as experimentsQuery } from '../../api/experiments.ts';
import { plans as plansQuery } from '../../api/plans.ts';
import { changeSchedule, createSchedule } from '../../api/schedules.ts';
import { type Fields, fieldAt, textField } from '../../ui/form/fields.ts';
import formStyles from '../../ui/form/form.module.css';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';
import { useNow } from '../../ui/now.ts';
import { NextTimes } from './next-times.tsx';
import { emptyValues, judgeChange, judgeNew, nextOf, type Preset, presets, type ScheduleValues, valuesOf } from './schedule-values.ts';

type Form = Fields<ScheduleValues> & { errorIn(pointer: string): string | null };

export function NewSchedule({ what, onMade }: { what: string; onMade: (id: string) => void }) {
  const queryClient = useQueryClient();
  const nameOf = useNames();
  const judge = useCallback((values: ScheduleValues) => judgeNew(values, nameOf(values.what)), [nameOf]);
  const form = useJudgedForm({ initial: () => emptyValues(what), judge });
  const { start, pending, refusal } = useSending({
    send: (body: CreateSchedule, key) => createSchedule(body, key),
    refuse: form.refuse,
    done: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['schedules'] });
      onMade(id);
    },
  });
  return (
    <form className="card pad stack" noValidate onSubmit={form.attempt(start)}>
      <What form={form} />
      <ScheduleFields form={form} named={nameOf(form.values.what)} />
      {refusal && <ProblemNotice error={refusal} />}
      <div>
        <Button type="submit" variant="filled" loading={pending}>
          {scheduleFormWords.create}
        </Button>
      </div>
    </form>
  );
}

export function ChangeSchedule({ schedule }: { schedule: Schedule }) {
  const queryClient = useQueryClient();
  const form = useJudgedForm({ initial: () => valuesOf(schedule), judge: judgeChange });
  const { start, pending, refusal } = useSending({
    send: (body: Change) => changeSchedule(schedule.id, body),
    refuse: form.refuse,
    done: (next) => {
      toast(scheduleFormWords.saved);
      queryClient.setQueryData(['schedules', schedule.id], next);
      return queryClient.invalidateQueries({ queryKey: ['schedules'] });
    },
  });
  return (
    <form className="card pad stack" noValidate onSubmit={form.attempt(start)} aria-label={schedulesWords.change}>
      <h2>{schedulesWords.change}</h2>
      <ScheduleFields form={form} kept={schedule} />
      {refusal && <ProblemNotice error={refusal} />}
      <div>
        <Button type="submit" variant="filled" loading={pending}>
          {scheduleFormWords.save}
        </Button>
      </div>
    </form>
  );
}

/** Of what can be started, by its value in the form. */
function useNames(): (what: string) => string {
  const plans = useQuery(plansQuery).data;
  const experiments = useQuery(experimentsQuery).data;
  return useCallback(
    (what: string) => {
      const [kind, wanted] = what.split(' ');
      if (kind === 'plan') return plans?.items.find(({ id }) => id === wanted)?.plan.name ?? '';
      return experiments?.items.find(({ id }) => id === wanted)?.name ?? '';
    },
    [plans, experiments],
  );
}

function What({ form }: { form: Form }) {
  const plans = useQuery(plansQuery).data?.items ?? [];
  const experiments = useQuery(experimentsQuery).data?.items ?? [];
  return (
    <NativeSelect
      {...fieldAt(form, '/planId')}
      label={scheduleFormWords.what}
      value={form.values.what}
      onChange={(event) => form.set({ what: event.currentTarget.value })}
      data={[
        { value: '', label: scheduleFormWords.choose },
        { group: scheduleFormWords.plans, items: plans.map(({ id, plan }) => ({ value: `plan ${id}`, label: plan.name })) },
        { group: scheduleFormWords.experiments, items: experiments.map(({ id, name }) => ({ value: `experiment ${id}`, label: name })) },
      ]}
    />
  );
}

interface FieldsProps {
  readonly form: Form;
  /** Its name where none is typed. */
  readonly named?: string;
  /** Its times stand above the form. */
  readonly kept?: Pick<Schedule, 'cron' | 'timeZone'>;
}

function ScheduleFields({ form, named, kept }: FieldsProps) {
  const { values } = form;
  const now = useNow();
  const isKept = kept?.cron === values.cron && kept.timeZone === values.timeZone;
  const times = isKept ? [] : nextOf(values, new Date(now));
  const often = (value: Preset | 'own') => form.set(value === 'own' ? { often: value } : { often: value, cron: presets[value] });
  return (
    <>
      <TextInput {...textField(form, 'name')} label={schedulesWords.name} placeholder={named} maxLength={200} />
      <div className={formStyles.fields2}>
        <NativeSelect
          label={scheduleFormWords.when}
          value={values.often}
          onChange={(event) => often(event.currentTarget.value as Preset | 'own')}
          data={[
            ...(Object.keys(presets) as Preset[]).map((value) => ({ value, label: scheduleFormWords[value] })),
            { value: 'own', label: scheduleFormWords.own },
          ]}
        />
        <Zone form={form} />
      </div>
      {values.often === 'own' && (
        <TextInput
          {...textField(form, 'cron')}
          label={scheduleFormWords.cron}
          description={scheduleFormWords.cronHint}
          spellCheck={false}
          autoComplete="off"
          data-mono
        />
      )}
      {times.length > 0 && <NextTimes times={times} timeZone={values.timeZone} />}
      <p className="small soft" style={{ margin: 0 }}>
        {scheduleFormWords.clocks} {scheduleFormWords.rules}
      </p>
      {values.what.startsWith('plan ') && <OfPlan form={form} />}
    </>
  );
}

/** The browser's own list of what it knows: typed, found and chosen by keyboard. */
function Zone({ form }: { form: Form }) {
  const id = useId();
  return (
    <>
      <TextInput {...textField(form, 'timeZone')} label={scheduleFormWords.zone} list={id} spellCheck={false} autoComplete="off" />
      <datalist id={id}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

function OfPlan({ form }: { form: Form }) {
  return (
    <>
      <TextInput
        {...textField(form, 'tags')}
        error={form.errorIn('/tags')}
        label={scheduleFormWords.tags}
        description={scheduleFormWords.tagsHint}
        placeholder="suite=nightly"
        spellCheck={false}
        autoComplete="off"
      />
      <div className="stack" style={{ gap: 8 }}>
        <Checkbox
          label={scheduleFormWords.drill}
          description={scheduleFormWords.drillHint}
          checked={form.values.drill}
          onChange={(event) => form.set({ drill: event.currentTarget.checked })}
        />
        {form.values.drill && (
          <TextInput
            {...fieldAt(form, '/drill')}
            label={scheduleFormWords.drillShare}
            value={form.values.drillShare}
            inputMode="decimal"
            style={{ maxInlineSize: 160 }}
            onChange={(event) => form.set({ drillShare: event.currentTarget.value })}
          />
        )}
      </div>
    </>
  );
}
