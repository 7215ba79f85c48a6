import { ActionIcon, Menu } from '@mantine/core';
import { membersWords } from '@plimsoll/wording/en/members';
import { IconCrown, IconDots, IconKey, IconLogout, IconUserMinus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changeMember, createPasswordReset, removeMember } from '../../../api/team/members.ts';
import { ConfirmDialog } from '../../../ui/notice/confirm-dialog.tsx';
import { toast } from '../../../ui/notice/toast.tsx';
import type { MadeReset, Me, Member, MemberRights } from './member-rights.ts';

interface Props {
  readonly member: Member;
  readonly me: Me;
  readonly rights: MemberRights;
  readonly onReset: (made: MadeReset | null) => void;
  readonly onProblem: (problem: unknown) => void;
}

/** Actions on a member, beside the role; nothing where there are none. */
export function MemberMenu({ member, me, rights, onReset, onProblem }: Props) {
  const queryClient = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState<'remove' | 'leave' | 'handOver' | null>(null);
  const { name, userId } = member;
  const refresh = () => queryClient.invalidateQueries();
  const settle = {
    onError: onProblem,
    onSettled: () => setAsking(null),
  };
  const reset = useMutation({
    mutationFn: () => createPasswordReset(userId),
    onSuccess: (made) => onReset({ member, ...made }),
    onError: onProblem,
  });
  const remove = useMutation({
    mutationFn: () => removeMember(userId),
    onSuccess: async () => {
      await refresh();
      toast(membersWords.removed({ name }));
    },
    ...settle,
  });
  // Another team, or none: nothing of this one is shown any more.
  const leave = useMutation({ mutationFn: () => removeMember(userId), onSuccess: () => window.location.assign('/'), ...settle });
  const handOver = useMutation({
    mutationFn: () => changeMember({ userId, role: 'owner', handOver: true }),
    onSuccess: refresh,
    ...settle,
  });
  const ask = (what: typeof asking) => {
    // The item is gone when the question is answered: the focus returns to where the menu hangs.
    button.current?.focus();
    onProblem(null);
    setAsking(what);
  };
  const can = rights.reset || rights.handOver || rights.remove || rights.leave;
  if (!can) return null;
  const close = () => setAsking(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={button} aria-label={membersWords.actionsOf({ name })} loading={reset.isPending}>
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {rights.reset && (
            <Menu.Item leftSection={<IconKey size={15} aria-hidden />} onClick={() => reset.mutate()}>
              {membersWords.reset}
            </Menu.Item>
          )}
          {rights.handOver && (
            <Menu.Item leftSection={<IconCrown size={15} aria-hidden />} onClick={() => ask('handOver')}>
              {membersWords.handOver}
            </Menu.Item>
          )}
          {rights.remove && (
            <Menu.Item color="red" leftSection={<IconUserMinus size={15} aria-hidden />} onClick={() => ask('remove')}>
              {membersWords.remove}
            </Menu.Item>
          )}
          {rights.leave && (
            <Menu.Item color="red" leftSection={<IconLogout size={15} aria-hidden />} onClick={() => ask('leave')}>
              {membersWords.leave}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking === 'remove'}
        title={membersWords.removeAsk({ name })}
        text={membersWords.removeText}
        action={membersWords.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
      <ConfirmDialog
        opened={asking === 'leave'}
        title={membersWords.leaveAsk({ team: me.team })}
        text={membersWords.leaveText}
        action={membersWords.leave}
        pending={leave.isPending}
        onConfirm={() => leave.mutate()}
        onClose={close}
      />
      <ConfirmDialog
        opened={asking === 'handOver'}
        title={membersWords.handOverAsk({ name })}
        text={membersWords.handOverText({ name })}
        action={membersWords.handOver}
        pending={handOver.isPending}
        onConfirm={() => handOver.mutate()}
        onClose={close}
      />
    </>
  );
}
