import '../../../i18n/members-text.ts';
import '../../../i18n/team-text.ts';
import { NativeSelect } from '@mantine/core';
import { type Role, roles } from '@plimsoll/contracts/account';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeMember } from '../../../api/team/members.ts';
import { toast } from '../../../ui/notice/toast.tsx';
import type { Member } from './member-rights.ts';

interface Props {
  readonly member: Member;
  /** Only owners make owners. */
  readonly byOwner: boolean;
  readonly onProblem: (problem: unknown) => void;
}

/** The role of a member; a change counts at once. */
export function RoleSelect({ member, byOwner, onProblem }: Props) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { userId, name } = member;
  const change = useMutation({
    mutationFn: (role: Role) => changeMember({ userId, role }),
    onMutate: () => onProblem(null),
    onSuccess: ({ role }) => toast(t('members.changed', { name, role: t(`team.role.${role}`) })),
    onError: onProblem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  });
  return (
    <NativeSelect
      size="xs"
      aria-label={t('members.roleOf', { name })}
      value={change.isPending ? change.variables : member.role}
      onChange={(event) => change.mutate(event.currentTarget.value as Role)}
      data={roles.filter((role) => byOwner || role !== 'owner').map((role) => ({ value: role, label: t(`team.role.${role}`) }))}
      style={{ inlineSize: 120 }}
    />
  );
}
