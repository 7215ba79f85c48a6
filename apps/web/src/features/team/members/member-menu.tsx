import '../../../i18n/members-text.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCrown, IconDots, IconKey, IconLogout, IconUserMinus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
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

/** What can be done with a member, beside the role; nothing where nothing can. */
export function MemberMenu({ member, me, rights, onReset, onProblem }: Props) {
  const { t } = useTranslation();
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
      toast(t('members.removed', { name }));
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
          <ActionIcon ref={button} aria-label={t('members.actionsOf', { name })} loading={reset.isPending}>
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {rights.reset && (
            <Menu.Item leftSection={<IconKey size={15} aria-hidden />} onClick={() => reset.mutate()}>
              {t('members.reset')}
            </Menu.Item>
          )}
          {rights.handOver && (
            <Menu.Item leftSection={<IconCrown size={15} aria-hidden />} onClick={() => ask('handOver')}>
              {t('members.handOver')}
            </Menu.Item>
          )}
          {rights.remove && (
            <Menu.Item color="red" leftSection={<IconUserMinus size={15} aria-hidden />} onClick={() => ask('remove')}>
              {t('members.remove')}
            </Menu.Item>
          )}
          {rights.leave && (
            <Menu.Item color="red" leftSection={<IconLogout size={15} aria-hidden />} onClick={() => ask('leave')}>
              {t('members.leave')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking === 'remove'}
        title={t('members.removeAsk', { name })}
        text={t('members.removeText')}
        action={t('members.remove')}
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
      <ConfirmDialog
        opened={asking === 'leave'}
        title={t('members.leaveAsk', { team: me.team })}
        text={t('members.leaveText')}
        action={t('members.leave')}
        pending={leave.isPending}
        onConfirm={() => leave.mutate()}
        onClose={close}
      />
      <ConfirmDialog
        opened={asking === 'handOver'}
        title={t('members.handOverAsk', { name })}
        text={t('members.handOverText', { name })}
        action={t('members.handOver')}
        pending={handOver.isPending}
        onConfirm={() => handOver.mutate()}
        onClose={close}
      />
    </>
  );
}
