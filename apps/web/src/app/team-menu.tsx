import { Button, Menu } from '@mantine/core';
import type { Session } from '@plimsoll/contracts/account';
import { shellWords } from '@plimsoll/wording/en/app';
import { commonWords } from '@plimsoll/wording/en/main';
import { IconCheck, IconChevronUp, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { chooseTeam } from '../api/team/teams.ts';
import { problemText } from '../ui/notice/problem-notice.tsx';
import { toast } from '../ui/notice/toast.tsx';
import styles from './shell.module.css';

/** The team that is acted for, and the way to another one. */
export function TeamMenu({ who: { team, teams, makesTeams } }: { who: Session }) {
  const navigate = useNavigate();
  const choose = useMutation({
    mutationFn: chooseTeam,
    // Nothing of the former team stays: neither what was fetched nor what was typed.
    onSuccess: () => window.location.assign('/'),
    onError: (error) => toast(problemText(error, commonWords.unexpected)),
  });
  if (!team) return null;
  if (teams.length < 2 && !makesTeams) return <div className={styles.sideWide}>{team.name}</div>;
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <Button
          size="compact-sm"
          className={styles.team}
          rightSection={<IconChevronUp size={14} aria-hidden />}
          aria-label={shellWords.teamNow({ team: team.name })}
          loading={choose.isPending}
        >
          <span className={styles.teamName}>{team.name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{shellWords.teams}</Menu.Label>
        <Menu.RadioGroup value={team.id} onChange={(id) => id !== team.id && choose.mutate(id)}>
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
      </Menu.Dropdown>
    </Menu>
  );
}
