import { Button } from '@mantine/core';
import { can, type Role } from '@plimsoll/contracts/account';
import { changeTeamSchema } from '@plimsoll/contracts/change-team';
import type { System } from '@plimsoll/contracts/system';
import { loopbackWord } from '@plimsoll/contracts/target-policy';
import type { TeamSettings } from '@plimsoll/contracts/team';
import { refuseTeamTarget } from '@plimsoll/contracts/team-targets';
import { targetsWords } from '@plimsoll/wording/en/team';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { system } from '../../api/system.ts';
import { changeTeam, teamSettings } from '../../api/team/team-settings.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { textField } from '../../ui/form/fields.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { ConfirmDialog } from '../../ui/notice/confirm-dialog.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { AddressForm } from './address-form.tsx';
import { describePermitted } from './members/describe-permitted.ts';
import { TeamHosts } from './team-hosts.tsx';

/** Where the team may aim load: admins add and remove, the others see. */
export function TeamTargets({ role }: { role: Role }) {
  const { data: team } = useQuery(teamSettings);
  const { data: limits } = useQuery(system);
  if (!team || !limits) return null;
  const { mode, allowed } = limits.targets;
  const permitted = describePermitted(limits.targets);
  // Nothing to choose from.
  const isFixed = mode !== 'open-lab' && allowed.every((entry) => entry === loopbackWord);
  const isEditable = can(role, 'team.edit');
  return (
    <section className="card pad stack" aria-label={targetsWords.title}>
      <CardHead title={targetsWords.title}>
        {targetsWords.permitted({ list: permitted })}{' '}
        {isFixed ? mode === 'allowlist' && targetsWords.fixed : team.targets.length === 0 ? targetsWords.none : targetsWords.narrowed}
      </CardHead>
      {isEditable && !isFixed && <NewTarget kept={team.targets} policy={limits.targets} />}
      {team.targets.length > 0 && <TargetList {...team} isEditable={isEditable} />}
      {mode === 'public-verified' && <TeamHosts isEditable={isEditable} />}
    </section>
  );
}

/** The launch form judges by the list, too. */
function useRefresh() {
  const queryClient = useQueryClient();
  return (team: TeamSettings) => {
    queryClient.setQueryData(teamSettings.queryKey, team);
    return queryClient.invalidateQueries({ queryKey: ['system'] });
  };
}

function NewTarget({ kept, policy }: { readonly kept: readonly string[]; readonly policy: System['targets'] }) {
  const refresh = useRefresh();
  const judge = useCallback(
    ({ target }: { readonly target: string }) => {
      const judged = judgeBy(changeTeamSchema, { targets: [target] });
      const [entry] = judged.body?.targets ?? [];
      const refused = entry === undefined ? null : refuseTeamTarget({ ...policy, ownPorts: [] }, entry);
      return refused ? { ...judged, problems: [{ field: '/targets/0', message: refusalSentence(refused) }] } : judged;
    },
    [policy],
  );
  const form = useJudgedForm({ initial: () => ({ target: '' }), judge });
  const { start, pending, refusal } = useSending({
    send: changeTeam,
    refuse: form.refuse,
    done: (team) => {
      form.reset();
      return refresh(team);
    },
  });
  return (
    <AddressForm
      {...textField(form, 'target', '/targets/0')}
      label={targetsWords.entry}
      placeholder="staging.example.com, 10.1.0.0/16"
      maxLength={300}
      action={targetsWords.add}
      pending={pending}
      refusal={refusal}
      onSubmit={form.attempt(({ targets = [] }) => start({ targets: [...targets, ...kept] }))}
    />
  );
}

function TargetList({ targets, isEditable }: TeamSettings & { readonly isEditable: boolean }) {
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: (target: string) => changeTeam({ targets: targets.filter((one) => one !== target) }),
    onSuccess: refresh,
    onSettled: () => setAsking(false),
  });
  const [only = ''] = targets;
  return (
    <div>
      {targets.map((target) => (
        <ItemRow
          key={target}
          name={<code>{target}</code>}
          detail={null}
          action={
            isEditable && (
              <Button
                size="compact-sm"
                color="red"
                aria-label={targetsWords.removeOne({ target })}
                loading={remove.isPending && remove.variables === target}
                // Without its last entry the list narrows nothing any more.
                onClick={() => (targets.length === 1 ? setAsking(true) : remove.mutate(target))}
              >
                {targetsWords.remove}
              </Button>
            )
          }
        />
      ))}
      {remove.error && <ProblemNotice error={remove.error} />}
      <ConfirmDialog
        opened={asking}
        title={targetsWords.lastAsk}
        text={targetsWords.lastAskText}
        action={targetsWords.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate(only)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
