import type { Action } from '@plimsoll/contracts/account';
import { teamWords } from '@plimsoll/wording/en/team';
import { Link, useRouterState } from '@tanstack/react-router';
import { useMay } from '../../api/team/may.ts';
import { useCurrentInSight } from '../../ui/current-in-sight.ts';
import styles from './team-nav.module.css';

export const teamPages = [
  { to: '/team', key: 'keys', action: 'team.view' },
  { to: '/team/members', key: 'members', action: 'member.view' },
  { to: '/team/notifications', key: 'notifications', action: 'webhook.view' },
  { to: '/team/storage', key: 'storage', action: 'team.view' },
  { to: '/team/workers', key: 'workers', action: 'worker.view' },
  { to: '/team/audit', key: 'audit', action: 'audit.view' },
] as const satisfies readonly { to: string; key: string; action: Action }[];

/** From one page about the team to the next. */
export function TeamNav() {
  const may = useMay();
  const row = useCurrentInSight<HTMLElement>(useRouterState({ select: (state) => state.resolvedLocation?.pathname }));
  return (
    <nav ref={row} className={styles.nav} aria-label={teamWords.nav}>
      {teamPages
        .filter(({ action }) => may(action))
        .map(({ to, key }) => (
          <Link key={to} to={to} className={styles.link} activeOptions={{ exact: true }}>
            {teamWords.pages[key]}
          </Link>
        ))}
    </nav>
  );
}
