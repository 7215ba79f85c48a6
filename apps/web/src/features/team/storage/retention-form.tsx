import { Button, TextInput } from '@mantine/core';
import { type Retention, type RetentionFreed, retentionSchema, shortensRetention } from '@plimsoll/contracts/retention';
import { readNumber } from '@plimsoll/contracts/typed-figure';
import { storageWords } from '@plimsoll/wording/en/storage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { previewRetention } from '../../../api/team/storage.ts';
import { changeTeam, teamSettings } from '../../../api/team/team-settings.ts';
import { textField } from '../../../ui/form/fields.ts';
import { judgeBy } from '../../../ui/form/judged.ts';
import { useJudgedForm } from '../../../ui/form/judged-form.ts';
import { ConfirmDialog } from '../../../ui/notice/confirm-dialog.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { toast } from '../../../ui/notice/toast.tsx';
import { offButton } from '../../../ui/off.ts';
import { freedWords } from './freed-words.ts';
import { movingRule, withLaterRule } from './moving-rule.ts';

type FieldName = 'samplesDays' | 'runsDays';
type Values = Record<FieldName, string>;

const toDays = (text: string) => (text.trim() === '' ? null : (readNumber(text) ?? Number.NaN));
const daysOf = (values: Values): Retention => ({ samplesDays: toDays(values.samplesDays), runsDays: toDays(values.runsDays) });

/** Two rules in days, with an archive one; what they free is shown before they are kept. */
export function RetentionForm({ retention, byOwner, toArchive }: { retention: Retention; byOwner: boolean; toArchive: boolean }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<{ readonly retention: Retention; readonly freed: RetentionFreed } | null>(null);
  const [asking, setAsking] = useState(false);
  const first = movingRule(retention);
  const shown: readonly FieldName[] = toArchive ? [first] : ['samplesDays', 'runsDays'];
  const judge = useCallback(
    (values: Values) => judgeBy(retentionSchema, toArchive ? withLaterRule(retention, toDays(values[first])) : daysOf(values)),
    [retention, toArchive, first],
  );
  const form = useJudgedForm({
    initial: (): Values => ({ samplesDays: String(retention.samplesDays ?? ''), runsDays: String(retention.runsDays ?? '') }),
    judge,
  });
  const preview = useMutation({
    mutationFn: async (next: Retention) => ({ retention: next, freed: await previewRetention(next) }),
    onSuccess: (found) => {
      setAsked(found);
      setAsking(true);
    },
  });
  const save = useMutation({
    mutationFn: (next: Retention) => changeTeam({ retention: next }),
    onSuccess: (team) => {
      queryClient.setQueryData(teamSettings.queryKey, team);
      toast(storageWords.saved);
    },
    onSettled: () => setAsking(false),
  });
  const { body } = form.judged;
  const refused = !byOwner && body !== null && shortensRetention(retention, body);
  const problem = preview.error ?? save.error;
  const freed = asked ? freedWords(asked.freed, toArchive) : '';
  const isKept = asked !== null && Object.values(asked.retention).every((days) => days === null);
  return (
    <form className="stack" style={{ gap: 14 }} noValidate onSubmit={form.attempt((next) => preview.mutate(next))}>
      {shown.map((name) => (
        <TextInput
          key={name}
          {...textField(form, name)}
          label={toArchive ? storageWords.moveAfter : storageWords[name]}
          description={storageWords.days}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          style={{ maxWidth: 320 }}
        />
      ))}
      <div>
        <Button type="submit" variant="filled" loading={preview.isPending} {...offButton(refused ? storageWords.ownersShorten : null)}>
          {storageWords.check}
        </Button>
      </div>
      {problem && <ProblemNotice error={problem} />}
      <ConfirmDialog
        opened={asking}
        title={storageWords.ask}
        text={isKept ? storageWords.askedNever : askedText(freed, toArchive)}
        action={freed === '' || toArchive ? storageWords.save : storageWords.saveAndFree}
        pending={save.isPending}
        onConfirm={() => asked && save.mutate(asked.retention)}
        onClose={() => setAsking(false)}
      />
    </form>
  );
}

/** `freed`: empty where nothing goes at once. */
function askedText(freed: string, toArchive: boolean): string {
  if (freed === '') return toArchive ? storageWords.askedMoveNothing : storageWords.askedNothing;
  return toArchive ? storageWords.askedMove({ freed }) : storageWords.asked({ freed });
}
