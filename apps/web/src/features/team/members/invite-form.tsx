import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type Role, roles } from '@plimsoll/contracts/account';
import { inviteSchema } from '@plimsoll/contracts/invitations';
import { formatMoment } from '@plimsoll/wording/date';
import { invitationsWords } from '@plimsoll/wording/en/members';
import { teamWords } from '@plimsoll/wording/en/team';
import { useQueryClient } from '@tanstack/react-query';
import { invite } from '../../../api/team/invitations.ts';
import { fieldAt, textField } from '../../../ui/form/fields.ts';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../../ui/form/judged.ts';
import { useJudgedForm } from '../../../ui/form/judged-form.ts';
import { useSending } from '../../../ui/form/sending.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import { OnceLink } from './once-link.tsx';

interface Values {
  readonly email: string;
  readonly role: Role;
  readonly days: number;
}
const judge = ({ email, role, days }: Values) =>
  judgeBy(inviteSchema, { role, expiresInDays: days, ...(email.trim() === '' ? {} : { email: email.trim() }) });
const lengths = [1, 7, 30];

/** A new invitation. Only owners invite owners. */
export function InviteForm({ byOwner }: { byOwner: boolean }) {
  const queryClient = useQueryClient();
  const form = useJudgedForm({ initial: (): Values => ({ email: '', role: 'editor', days: 7 }), judge });
  const { start, pending, made, refusal } = useSending({
    send: invite,
    refuse: form.refuse,
    done: () => {
      form.reset();
      return queryClient.invalidateQueries({ queryKey: ['invitations'] });
    },
  });
  return (
    <form className="stack" style={{ gap: 10 }} onSubmit={form.attempt(start)} noValidate>
      <div className="row" style={{ alignItems: 'start' }}>
        <TextInput
          {...textField(form, 'email')}
          label={invitationsWords.email}
          description={invitationsWords.emailHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          maxLength={320}
          autoComplete="off"
          style={{ flex: '1 1 220px' }}
        />
        <NativeSelect
          {...fieldAt(form, '/role')}
          label={invitationsWords.role}
          value={form.values.role}
          onChange={(event) => form.set({ role: event.currentTarget.value as Role })}
          data={roles.filter((role) => byOwner || role !== 'owner').map((role) => ({ value: role, label: teamWords.role[role] }))}
        />
        <NativeSelect
          {...fieldAt(form, '/expiresInDays')}
          label={invitationsWords.expires}
          value={String(form.values.days)}
          onChange={(event) => form.set({ days: Number(event.currentTarget.value) })}
          data={lengths.map((count) => ({ value: String(count), label: invitationsWords.day({ count }) }))}
        />
      </div>
      <div>
        <Button type="submit" loading={pending}>
          {invitationsWords.create}
        </Button>
      </div>
      <FormRefusal error={refusal} />
      {made && (
        <Notice tone="calm">
          <OnceLink
            title={invitationsWords.link}
            text={`${invitationsWords.once({ until: formatMoment(made.expiresAt) })} ${invitationsWords.mail[made.mail]}`}
            url={made.url}
          />
        </Notice>
      )}
    </form>
  );
}
