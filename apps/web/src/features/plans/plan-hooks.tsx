/** The addresses that start a plan, with a line to copy. Each is shown once: only a hash of it is kept. */
import { Button, TextInput } from '@mantine/core';
import { createHookSchema } from '@plimsoll/contracts/hook';
import { sayAgo } from '@plimsoll/wording/date';
import { hooksWords } from '@plimsoll/wording/en/schedule';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createPlanHook, planHooks, revokePlanHook } from '../../api/schedules.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { textField } from '../../ui/form/fields.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { useNow } from '../../ui/now.ts';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { RevokeButton } from '../../ui/table/revoke-button.tsx';

const judge = (values: { readonly name: string }) => judgeBy(createHookSchema, values);

/** Tags that a deploy knows: the run is found again by them. */
const curlLine = (url: string) =>
  `curl -fsS -X POST ${new URL(url, window.location.origin).href} -H 'content-type: application/json' -d '{"commit": "'"$(git rev-parse --short HEAD)"'", "branch": "main"}'`;

export function PlanHooks({ planId }: { planId: string }) {
  const queryClient = useQueryClient();
  const now = useNow();
  const list = useQuery(planHooks(planId));
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['plan-hooks', planId] });
  const form = useJudgedForm({ initial: () => ({ name: '' }), judge });
  const { start, pending, made, refusal } = useSending({
    send: (body: { readonly name: string }) => createPlanHook(planId, body),
    refuse: form.refuse,
    done: () => {
      form.reset();
      return refresh();
    },
  });
  const revoke = useMutation({ mutationFn: revokePlanHook, onSuccess: refresh });
  const problem = list.error ?? revoke.error ?? refusal;
  const hooks = list.data?.items ?? [];
  return (
    <section className="card pad stack" style={{ gap: 10 }} aria-label={hooksWords.title}>
      <h2>{hooksWords.title}</h2>
      <p className="small soft" style={{ margin: 0 }}>
        {hooksWords.intro}
      </p>
      <form className="row" style={{ alignItems: 'end' }} onSubmit={form.attempt(start)} noValidate>
        <TextInput
          {...textField(form, 'name')}
          label={hooksWords.name}
          placeholder={hooksWords.namePlaceholder}
          maxLength={100}
          style={{ flex: '1 1 160px' }}
        />
        <Button type="submit" loading={pending}>
          {hooksWords.create}
        </Button>
      </form>
      {problem && <ProblemNotice error={problem} />}
      {made && (
        <Notice tone="calm">
          <div style={{ marginBlockEnd: 8 }}>{hooksWords.once}</div>
          <code style={{ overflowWrap: 'anywhere' }}>{curlLine(made.url)}</code>
          <div style={{ marginBlockStart: 8 }}>
            <CopyButton text={curlLine(made.url)} label={hooksWords.copy} />
          </div>
        </Notice>
      )}
      {hooks.length === 0 && !made && <p className="small soft">{hooksWords.none}</p>}
      {hooks.map(({ id, name, author, lastUsedAt }) => (
        <ItemRow
          key={id}
          name={name}
          detail={`${lastUsedAt ? hooksWords.used({ ago: sayAgo(lastUsedAt, now) }) : hooksWords.unused} · ${
            author ? hooksWords.by({ name: author.name }) : hooksWords.authorGone
          }`}
          action={
            <RevokeButton
              label={hooksWords.revokeOne({ name })}
              loading={revoke.isPending && revoke.variables === id}
              onClick={() => revoke.mutate(id)}
            />
          }
        />
      ))}
    </section>
  );
}
