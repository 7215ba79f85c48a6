import { Menu } from '@mantine/core';
import { shellWords } from '@plimsoll/wording/en/app';
import { IconKey, IconLogout } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { signOut } from '../api/team/sign-out.ts';
import { OpenedMenu } from '../ui/opened-menu.tsx';
import { queryClient } from './query-client.ts';

interface Props {
  readonly target: ReactElement;
  readonly name: string;
  readonly email: string;
}

/** Open, around its button. */
export function AccountMenu({ target, name, email }: Props) {
  const navigate = useNavigate();
  const leave = async () => {
    const page = await signOut();
    queryClient.clear();
    window.location.assign(page ?? '/sign-in');
  };
  return (
    <OpenedMenu target={target} position="top-start" width={220}>
      <Menu.Label>
        {name}
        <br />
        {email}
      </Menu.Label>
      <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => void navigate({ to: '/account' })}>
        {shellWords.ownAccount}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
        {shellWords.signOut}
      </Menu.Item>
    </OpenedMenu>
  );
}
