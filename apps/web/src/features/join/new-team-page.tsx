import { Button, TextInput } from '@mantine/core';
import { createTeamSchema, type Session } from '@plimsoll/contracts/account';
import { newTeamWords } from '@plimsoll/wording/en/join';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { session } from '../../api/team/session.ts';
import { signOut } from '../../api/team/sign-out.ts';
import { createTeam } from '../../api/team/teams.ts';
import { textField } from '../../ui/form/fields.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { TextLink } from '../../ui/links.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { useArrive } from './arrive.ts';
import { WayIn } from './way-in.tsx';

const judge = (values: z.input<typeof createTeamSchema>) => judgeBy(createTeamSchema, values);

/** One team more; or, for who is in none, what to do about it. */
export function NewTeamPage() {
  const { data: who } = useQuery(session);
  if (!who) return null;
  if (!who.team) return <NoTeam who={who} />;
  return (
    <WayIn title={newTeamWords.title}>
      <TeamForm />
      <TextLink size="sm" py={3} to="/">
        {newTeamWords.cancel}
      </TextLink>
    </WayIn>
  );
}

function NoTeam({ who }: { who: Session }) {
  const leave = useMutation({ mutationFn: signOut, onSuccess: (page) => window.location.assign(page ?? '/sign-in') });
  return (
    <WayIn title={newTeamWords.noneTitle}>
      <p style={{ margin: 0, overflowWrap: 'anywhere' }}>{newTeamWords.noneAsk({ email: who.user.email })}</p>
      {who.makesTeams && (
        <>
          <p style={{ margin: 0 }}>{newTeamWords.noneMake}</p>
          <TeamForm />
        </>
      )}
      {leave.error && <ProblemNotice error={leave.error} />}
      <div>
        <Button loading={leave.isPending} onClick={() => leave.mutate()}>
          {newTeamWords.signOut}
        </Button>
      </div>
    </WayIn>
  );
}

function TeamForm() {
  const arrive = useArrive();
  const form = useJudgedForm({ initial: () => ({ name: '' }), judge });
  const { start, pending, refusal } = useSending({ send: createTeam, refuse: form.refuse, done: () => arrive('/') });
  return (
    <form className="card pad stack" noValidate onSubmit={form.attempt(start)}>
      <div className="soft small">{newTeamWords.what}</div>
      <FormRefusal error={refusal} />
      <TextInput {...textField(form, 'name')} label={newTeamWords.name} name="team" autoComplete="organization" autoFocus />
      <Button type="submit" variant="filled" loading={pending} fullWidth>
        {newTeamWords.submit}
      </Button>
    </form>
  );
}
