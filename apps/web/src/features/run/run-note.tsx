import { Button, Textarea, TextInput } from '@mantine/core';
import { type Run, updateRunSchema } from '@plimsoll/contracts/run';
import { commonWords } from '@plimsoll/wording/en/main';
import { runWords } from '@plimsoll/wording/en/run';
import { IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { run as runQuery, updateRun } from '../../api/runs.ts';
import { useMay } from '../../api/team/may.ts';
import { textField } from '../../ui/form/fields.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';

/** `branch=main, build=412` ⇄ tags. */
export function tagsToText(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .map(([name, value]) => (value ? `${name}=${value}` : name))
    .join(', ');
}
export function textToTags(text: string): Record<string, string> {
  const pairs = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const at = part.search(/[=:]/);
      return at < 0 ? [part, ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    });
  return Object.fromEntries(pairs);
}

const judge = ({ note, tags }: { readonly note: string; readonly tags: string }) =>
  judgeBy(updateRunSchema, { note, tags: textToTags(tags) });

/** Tags and note can be changed after the fact; the plan cannot. */
export function RunNote({ run }: { run: Run }) {
  const [editing, setEditing] = useState(false);
  const mayEdit = useMay()('run.edit');
  if (editing) return <NoteForm run={run} onDone={() => setEditing(false)} />;
  return (
    <div className="row tight no-print" style={{ alignItems: 'flex-start' }}>
      {run.note && (
        <div className="soft" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {run.note}
        </div>
      )}
      {mayEdit && (
        <Button size="compact-sm" variant="subtle" leftSection={<IconPencil size={14} aria-hidden />} onClick={() => setEditing(true)}>
          {run.note ? runWords.editNote : runWords.addNote}
        </Button>
      )}
    </div>
  );
}

function NoteForm({ run, onDone }: { run: Run; onDone: () => void }) {
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
