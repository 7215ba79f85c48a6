import { Button } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import type { Session, SignInWays } from '@plimsoll/contracts/account';
import type { openInvitationSchema } from '@plimsoll/contracts/invitations';
import { joinWords } from '@plimsoll/wording/en/join';
import { teamWords } from '@plimsoll/wording/en/team';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { z } from 'zod';
import { acceptInvitation, openInvitation } from '../../api/team/invitations.ts';
import { session, setupState } from '../../api/team/session.ts';
import { signOut } from '../../api/team/sign-out.ts';
import { chooseTeam } from '../../api/team/teams.ts';
import { ProviderSignIn } from '../../domain/sign-in/provider-sign-in.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';
import { useArrive } from './arrive.ts';
import { JoinForm } from './join-form.tsx';
import { WayIn } from './way-in.tsx';

type Invitation = z.infer<typeof openInvitationSchema>;

/** Where an invitation leads: who invites to what, and the way in, with an account or without one. */
export function JoinPage() {
  const { token } = useParams({ strict: false }) as { token: string };
  const { data, error, refetch } = useQuery(openInvitation(token));
  const { data: who, isPending } = useQuery(session);
  const { data: state, isPending: asking } = useQuery(setupState);
  if (isProblem(error, 'not_found'))
    return (
      <WayIn title={joinWords.goneTitle}>
        <p className="soft" style={{ margin: 0 }}>
          {joinWords.goneText}
        </p>
        <TextLink size="sm" py={3} to="/">
          {joinWords.home}
        </TextLink>
      </WayIn>
    );
  if (error)
    return (
      <WayIn title={joinWords.plainTitle}>
        <ProblemNotice error={error} retry={() => void refetch()} />
      </WayIn>
    );
  if (!data || isPending || asking)
    return (
      <WayIn title={joinWords.plainTitle}>
        <Loading rows={5} />
      </WayIn>
    );
  const isMember = who?.teams.some(({ id }) => id === data.teamId) ?? false;
  return (
    <WayIn title={(isMember ? joinWords.memberTitle : joinWords.title)({ team: data.team })}>
      {!isMember && <Welcome invitation={data} />}
      {who ? (
        <JoinSignedIn token={token} invitation={data} who={who} isMember={isMember} />
      ) : (
        <JoinStranger token={token} invitation={data} ways={state?.ways ?? { passwords: true, provider: null }} />
      )}
    </WayIn>
  );
}

function Welcome({ invitation: { team, inviter, role } }: { invitation: Invitation }) {
  return (
    <div>
      <p style={{ margin: 0, overflowWrap: 'anywhere' }}>{joinWords.invited({ inviter, team, role: teamWords.role[role] })}</p>
      <p className="soft small" style={{ margin: '6px 0 0' }}>
        {joinWords.may[role]}
      </p>
    </div>
  );
}

/** By the provider, which leads back here, or with a new account. */
function JoinStranger({
  token,
  invitation: { team, asksEmail },
  ways: { passwords, provider },
}: {
  token: string;
  invitation: Invitation;
  ways: Pick<SignInWays, 'passwords' | 'provider'>;
}) {
  return (
    <>
      {provider !== null && <ProviderSignIn provider={provider} next={`/join/${token}`} failed={null} only={!passwords} />}
      {passwords && <JoinForm token={token} team={team} asksEmail={asksEmail} />}
    </>
  );
}

interface JoinSignedInProps {
  readonly token: string;
  readonly invitation: Invitation;
  readonly who: Session;
  readonly isMember: boolean;
}

/** One press for whoever has a session, into the team that a member is in already; or another account. */
function JoinSignedIn({ token, invitation: { team, teamId }, who, isMember }: JoinSignedInProps) {
  const arrive = useArrive();
  const queryClient = useQueryClient();
  const join = useMutation({
    mutationFn: () => (isMember ? chooseTeam(teamId) : acceptInvitation({ token })),
    onSuccess: async () => {
      await arrive('/');
      if (!isMember) toast(joinWords.welcome({ team }));
    },
  });
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: (page) => (page === null ? queryClient.invalidateQueries({ queryKey: session.queryKey }) : window.location.assign(page)),
  });
  const { name, email } = who.user;
  const problem = join.error ?? leave.error;
  return (
    <div className="card pad stack">
      <div style={{ overflowWrap: 'anywhere' }}>{joinWords.signedIn({ name, email })}</div>
      {problem && <ProblemNotice error={problem} />}
      <Button variant="filled" fullWidth autoFocus loading={join.isPending} onClick={() => join.mutate()}>
        {isMember ? joinWords.toTeam({ team }) : joinWords.withThis({ name })}
      </Button>
      <Button fullWidth loading={leave.isPending} onClick={() => leave.mutate()}>
        {joinWords.other}
      </Button>
    </div>
  );
}
