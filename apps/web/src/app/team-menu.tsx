import { Button } from '@mantine/core';
import type { Session } from '@plimsoll/contracts/account';
import { shellWords } from '@plimsoll/wording/en/app';
import { IconChevronUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { later } from '../api/later.ts';
import { chooseTeam } from '../api/team/teams.ts';
import { MenuLater } from '../ui/menu-later.tsx';
import { toastProblem } from '../ui/notice/toast.tsx';
import styles from './shell.module.css';

const TeamChoices = later(() => import('./team-choices.tsx'), 'TeamChoices');

/** The team that is acted for, and the way to another one. */
export function TeamMenu({ who }: { who: Session }) {
  const { team, teams, makesTeams } = who;
  const choose = useMutation({
    mutationFn: chooseTeam,
    // Nothing of the former team stays: neither what was fetched nor what was typed.
    onSuccess: () => window.location.assign('/'),
    onError: toastProblem,
  });
  if (!team) return null;
  if (teams.length < 2 && !makesTeams) return <div className={styles.sideWide}>{team.name}</div>;
  return (
    <MenuLater
      target={
        <Button
          size="compact-sm"
          className={styles.team}
          rightSection={<IconChevronUp size={14} aria-hidden />}
          aria-label={shellWords.teamNow({ team: team.name })}
          loading={choose.isPending}
        >
          <span className={styles.teamName}>{team.name}</span>
        </Button>
      }
    >
      {(target) => <TeamChoices target={target} who={who} onChoose={choose.mutate} />}
    </MenuLater>
  );
}
