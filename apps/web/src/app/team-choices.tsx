import { Menu } from '@mantine/core';
import type { Session } from '@plimsoll/contracts/account';
import { shellWords } from '@plimsoll/wording/en/app';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { OpenedMenu } from '../ui/opened-menu.tsx';

interface Props {
  readonly target: ReactElement;
  readonly who: Session;
  onChoose(id: string): void;
}

/** Open, around its button. */
export function TeamChoices({ target, who: { team, teams, makesTeams }, onChoose }: Props) {
  const navigate = useNavigate();
  return (
    <OpenedMenu target={target} position="top-start" width={220}>
      <Menu.Label>{shellWords.teams}</Menu.Label>
      <Menu.RadioGroup value={team?.id ?? ''} onChange={(id) => id !== team?.id && onChoose(id)}>
        {teams.map(({ id, name }) => (
          <Menu.RadioItem key={id} value={id} closeMenuOnClick checkIcon={<IconCheck size={16} aria-hidden />}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {makesTeams && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void navigate({ to: '/teams/new' })}>
            {shellWords.newTeam}
          </Menu.Item>
        </>
      )}
    </OpenedMenu>
  );
}
