import { addHostSchema } from '@plimsoll/contracts/team-host';
import { hostsWords } from '@plimsoll/wording/en/team';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { addHost, teamHosts } from '../../api/team/team-hosts.ts';
import { textField } from '../../ui/form/fields.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { Loading } from '../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { AddressForm } from './address-form.tsx';
import { TeamHostRow } from './team-host-row.tsx';

/** Public hosts that the team proves to be its own, where the operator asks for that. */
export function TeamHosts({ isEditable }: { readonly isEditable: boolean }) {
  const hosts = useQuery(teamHosts);
  return (
    <div className="stack" style={{ gap: 10 }}>
      <div>
        <h3>{hostsWords.title}</h3>
        <p className="small soft" style={{ margin: '4px 0 0' }}>
          {hostsWords.intro}
        </p>
      </div>
      {isEditable && <NewHost />}
      {hosts.error && <ProblemNotice error={hosts.error} />}
      {hosts.isLoading && <Loading rows={2} />}
      {hosts.data?.items.length === 0 && <p className="soft small">{hostsWords.none}</p>}
      {hosts.data && hosts.data.items.length > 0 && (
        <div>
          {hosts.data.items.map((host) => (
            <TeamHostRow key={host.id} host={host} isEditable={isEditable} />
          ))}
        </div>
      )}
    </div>
  );
}

const judge = (values: { readonly host: string }) => judgeBy(addHostSchema, values);

function NewHost() {
  const queryClient = useQueryClient();
  const form = useJudgedForm({ initial: useCallback(() => ({ host: '' }), []), judge });
  const { start, pending, refusal } = useSending({
    send: addHost,
    refuse: form.refuse,
    done: () => {
      form.reset();
      return queryClient.invalidateQueries({ queryKey: teamHosts.queryKey });
    },
  });
  return (
    <AddressForm
      {...textField(form, 'host')}
      label={hostsWords.name}
      placeholder="staging.example.com"
      maxLength={300}
      action={hostsWords.add}
      pending={pending}
      refusal={refusal}
      onSubmit={form.attempt(start)}
    />
  );
}
