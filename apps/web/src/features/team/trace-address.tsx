import { can, type Role } from '@plimsoll/contracts/account';
import { changeTeamSchema } from '@plimsoll/contracts/change-team';
import { tracesWords } from '@plimsoll/wording/en/team';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { changeTeam, teamSettings } from '../../api/team/team-settings.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { textField } from '../../ui/form/fields.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { AddressForm } from './address-form.tsx';

/** Where the team's own backend shows a trace: admins change it, the others see it. */
export function TraceAddress({ role }: { role: Role }) {
  const { data: team } = useQuery(teamSettings);
  if (!team) return null;
  const { traceUrl } = team;
  const isEditable = can(role, 'team.edit');
  return (
    <section className="card pad stack" aria-label={tracesWords.title}>
      <CardHead title={tracesWords.title}>{tracesWords.intro}</CardHead>
      {isEditable ? (
        <TraceForm key={traceUrl} kept={traceUrl ?? ''} />
      ) : (
        <code style={{ overflowWrap: 'anywhere' }}>{traceUrl ?? tracesWords.none}</code>
      )}
    </section>
  );
}

function TraceForm({ kept }: { readonly kept: string }) {
  const queryClient = useQueryClient();
  const judge = useCallback(
    ({ address }: { readonly address: string }) => judgeBy(changeTeamSchema, { traceUrl: address.trim() === '' ? null : address.trim() }),
    [],
  );
  const form = useJudgedForm({ initial: () => ({ address: kept }), judge });
  const { start, pending, refusal } = useSending({
    send: changeTeam,
    refuse: form.refuse,
    done: (team) => queryClient.setQueryData(teamSettings.queryKey, team),
  });
  return (
    <AddressForm
      {...textField(form, 'address', '/traceUrl')}
      label={tracesWords.address}
      placeholder="https://tempo.example/trace/{traceId}"
      maxLength={2000}
      action={tracesWords.save}
      pending={pending}
      refusal={refusal}
      onSubmit={form.attempt(({ traceUrl = null }) => start({ traceUrl }))}
    />
  );
}
