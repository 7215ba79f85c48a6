import { Button, Textarea, TextInput } from '@mantine/core';
import { type Run, updateRunSchema } from '@plimsoll/contracts/run';
import { commonWords } from '@plimsoll/wording/en/main';
import { runWords } from '@plimsoll/wording/en/run';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { run as runQuery, updateRun } from '../../api/runs.ts';
import { tagsToText, textToTags } from '../../domain/run/tags-text.ts';
import { textField } from '../../ui/form/fields.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';

const judge = ({ note, tags }: { readonly note: string; readonly tags: string }) =>
  judgeBy(updateRunSchema, { note, tags: textToTags(tags) });

export function NoteForm({ run, onDone }: { run: Run; onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useJudgedForm({ initial: () => ({ note: run.note, tags: tagsToText(run.tags) }), judge });
  const { start, pending, refusal } = useSending({
    send: (change: z.output<typeof updateRunSchema>) => updateRun(run.id, change),
    refuse: form.refuse,
    done: (next) => {
      queryClient.setQueryData(runQuery(run.id).queryKey, next);
      void queryClient.invalidateQueries({ queryKey: ['runs'] });
      onDone();
    },
  });
  return (
    <form className="card pad stack" noValidate onSubmit={form.attempt(start)}>
      <TextInput
        {...textField(form, 'tags')}
        label={runWords.tags}
        description={runWords.tagsHint}
        error={form.errorIn('/tags')}
        autoFocus
      />
      <Textarea {...textField(form, 'note')} label={runWords.note} autosize minRows={2} />
      {refusal && <ProblemNotice error={refusal} />}
      <div className="row">
        <Button type="submit" variant="filled" loading={pending}>
          {commonWords.save}
        </Button>
        <Button onClick={onDone}>{commonWords.cancel}</Button>
      </div>
    </form>
  );
}
