import { Button, Textarea, TextInput } from '@mantine/core';
import type { Run } from '@plimsoll/contracts/run';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { run as runQuery, updateRun } from '../../api/runs.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

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

/** Tags and note can be changed after the fact; the plan cannot. */
export function RunNote({ run }: { run: Run }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  if (editing) return <NoteForm run={run} onDone={() => setEditing(false)} />;
  return (
    <div className="row tight no-print" style={{ alignItems: 'flex-start' }}>
      {run.note && (
        <div className="soft" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {run.note}
        </div>
      )}
      <Button size="compact-sm" variant="subtle" leftSection={<IconPencil size={14} aria-hidden />} onClick={() => setEditing(true)}>
        {t(run.note ? 'run.editNote' : 'run.addNote')}
      </Button>
    </div>
  );
}

function NoteForm({ run, onDone }: { run: Run; onDone: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [note, setNote] = useState(run.note);
  const [tags, setTags] = useState(tagsToText(run.tags));
  const save = useMutation({
    mutationFn: () => updateRun(run.id, { note, tags: textToTags(tags) }),
    onSuccess: (next) => {
      queryClient.setQueryData(runQuery(run.id).queryKey, next);
      void queryClient.invalidateQueries({ queryKey: ['runs'] });
      onDone();
    },
  });
  return (
    <form
      className="card pad stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextInput
        label={t('run.tags')}
        description={t('run.tagsHint')}
        value={tags}
        onChange={(event) => setTags(event.currentTarget.value)}
        autoFocus
      />
      <Textarea label={t('run.note')} autosize minRows={2} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      {save.error && <ProblemNotice error={save.error} />}
      <div className="row">
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('common.save')}
        </Button>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}
