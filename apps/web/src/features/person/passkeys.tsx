import { ActionIcon, Button, TextInput } from '@mantine/core';
import { personNameSchema } from '@plimsoll/contracts/account';
import type { Passkey } from '@plimsoll/contracts/passkeys';
import { formatDay } from '@plimsoll/wording/date';
import { commonWords, setupWords } from '@plimsoll/wording/en/main';
import { passkeyWords } from '@plimsoll/wording/en/ways';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { addPasskey, passkeys, removePasskey, renamePasskey } from '../../api/team/passkeys.ts';
import { isBrowsersNo } from '../../domain/sign-in/browsers-no.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { textField } from '../../ui/form/fields.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useSending } from '../../ui/form/sending.ts';
import { Loaded } from '../../ui/notice/loaded.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';

interface Props {
  readonly hasPassword: boolean;
  /** Does the person still have to show a second factor? A passkey that is there is shown first. */
  readonly waits: boolean;
}

/** A person's passkeys: added, renamed, removed. */
export function Passkeys({ hasPassword, waits }: Props) {
  const state = useQuery(passkeys);
  const queryClient = useQueryClient();
  const settle = () => queryClient.invalidateQueries({ queryKey: passkeys.queryKey });
  return (
    <section className="card pad stack" style={{ gap: 14 }} aria-label={passkeyWords.title}>
      <CardHead title={passkeyWords.title}>{passkeyWords.what}</CardHead>
      <Loaded query={state} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p style={{ margin: 0 }}>{passkeyWords.none}</p>
          ) : (
            <ul className="stack plain-list">
              {items.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} settle={settle} fixed={waits} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {!(waits && state.data?.items.length) && <AddPasskey hasPassword={hasPassword} settle={settle} />}
    </section>
  );
}

interface RowProps {
  readonly passkey: Passkey;
  settle(): unknown;
  /** Is it shown only? */
  readonly fixed: boolean;
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt }, settle, fixed }: RowProps) {
  const [renaming, setRenaming] = useState(false);
  const remove = useMutation({ mutationFn: () => removePasskey(id), onSettled: settle });
  if (renaming)
    return (
      <li>
        <RenamePasskey
          id={id}
          name={name}
          done={async () => {
            await settle();
            setRenaming(false);
          }}
        />
      </li>
    );
  const used = lastUsedAt === null ? passkeyWords.neverUsed : passkeyWords.used({ day: formatDay(lastUsedAt) });
  return (
    <li>
      <div className="row nowrap">
        <div style={{ minInlineSize: 0, overflowWrap: 'anywhere' }}>
          <b>{name}</b>
          <div className="small soft">
            {passkeyWords.added({ day: formatDay(createdAt) })} · {used}
          </div>
        </div>
        {!fixed && (
          <div className="row tight nowrap push" style={{ flexShrink: 0 }}>
            <ActionIcon aria-label={passkeyWords.rename({ name })} onClick={() => setRenaming(true)}>
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <Button
              size="compact-sm"
              color="red"
              loading={remove.isPending}
              aria-label={passkeyWords.removeOne({ name })}
              onClick={() => remove.mutate()}
            >
              {passkeyWords.remove}
            </Button>
          </div>
        )}
      </div>
      {remove.error && <ProblemNotice error={remove.error} />}
    </li>
  );
}

const nameSchema = z.strictObject({ name: personNameSchema });

function RenamePasskey({ id, name, done }: { id: string; name: string; done(): unknown }) {
  const form = useJudgedForm({ initial: () => ({ name }), judge: (values: { name: string }) => judgeBy(nameSchema, values) });
  const { start, pending, refusal } = useSending({
    send: (body: { name: string }) => renamePasskey({ id, ...body }),
    refuse: form.refuse,
    done,
  });
  return (
    <form className="stack" noValidate onSubmit={form.attempt(start)}>
      <FormRefusal error={refusal} />
      <TextInput {...textField(form, 'name')} label={passkeyWords.name} autoFocus maxLength={100} />
      <div>
        <Button type="submit" loading={pending}>
          {commonWords.save}
        </Button>
      </div>
    </form>
  );
}

const addSchema = nameSchema.extend({ password: z.string() });
type Values = z.input<typeof addSchema>;

function AddPasskey({ hasPassword, settle }: { hasPassword: boolean; settle(): unknown }) {
  const form = useJudgedForm({
    initial: (): Values => ({ name: '', password: '' }),
    judge: (values: Values) => judgeBy(addSchema, values),
  });
  const { start, pending, made, refusal } = useSending({
    send: (body: Values) => addPasskey(body).then(() => true),
    refuse: form.refuse,
    done: () => {
      form.reset();
      return settle();
    },
  });
  return (
    <form className="stack" noValidate onSubmit={form.attempt(start)}>
      {made && !pending && (
        <Notice tone="good" announce>
          {passkeyWords.done}
        </Notice>
      )}
      <FormRefusal error={refusal} own={isBrowsersNo(refusal) && passkeyWords.browserNo} />
      <TextInput {...textField(form, 'name')} label={passkeyWords.name} description={passkeyWords.nameHint} maxLength={100} />
      {hasPassword && <PasswordField form={form} field="password" label={setupWords.password} />}
      <div>
        <Button type="submit" loading={pending}>
          {passkeyWords.add}
        </Button>
      </div>
    </form>
  );
}
