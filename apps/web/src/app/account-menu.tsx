import { ActionIcon, Menu } from '@mantine/core';
import { shellWords } from '@plimsoll/wording/en/app';
import { IconKey, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '../api/team/session.ts';
import { queryClient } from './query-client.ts';

export function AccountMenu({ name, email }: { name: string; email: string }) {
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    queryClient.clear();
    window.location.assign('/sign-in');
  };
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={shellWords.account}>
          <IconUserCircle size={19} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
