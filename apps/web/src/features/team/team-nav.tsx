import '../../i18n/team-text.ts';
import type { Action } from '@plimsoll/contracts/account';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/may.ts';
import styles from './team-nav.module.css';

const pages = [
  { to: '/team', key: 'keys', action: 'team.view' },
  { to: '/team/members', key: 'members', action: 'member.view' },
  { to: '/team/storage', key: 'storage', action: 'team.view' },
  { to: '/team/workers', key: 'workers', action: 'worker.view' },
  { to: '/team/audit', key: 'audit', action: 'audit.view' },
] as const satisfies readonly { to: string; key: string; action: Action }[];

/** From one page about the team to the next. */
export function TeamNav() {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <nav className={styles.nav} aria-label={t('team.nav')}>
      {pages
        .filter(({ action }) => may(action))
        .map(({ to, key }) => (
          <Link key={to} to={to} className={styles.link} activeOptions={{ exact: true }}>
            {t(`team.pages.${key}`)}
          </Link>
        ))}
    </nav>
  );
}
