import { NativeSelect } from '@mantine/core';
import { type Role, roles } from '@plimsoll/contracts/account';
import { membersWords } from '@plimsoll/wording/en/members';
import { teamWords } from '@plimsoll/wording/en/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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
  const queryClient = useQueryClient();
  const { userId, name } = member;
  const change = useMutation({
    mutationFn: (role: Role) => changeMember({ userId, role }),
    onMutate: () => onProblem(null),
    onSuccess: ({ role }) => toast(membersWords.changed({ name, role: teamWords.role[role] })),
    onError: onProblem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  });
  return (
    <NativeSelect
      size="xs"
      aria-label={membersWords.roleOf({ name })}
      value={change.isPending ? change.variables : member.role}
      onChange={(event) => change.mutate(event.currentTarget.value as Role)}
      data={roles.filter((role) => byOwner || role !== 'owner').map((role) => ({ value: role, label: teamWords.role[role] }))}
      style={{ inlineSize: 120 }}
    />
  );
}
