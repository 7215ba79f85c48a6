import type { Action } from '@plimsoll/contracts/account';
import { shellWords } from '@plimsoll/wording/en/app';
import { IconSearch } from '@tabler/icons-react';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { later } from '../api/later.ts';
import { useMay } from '../api/team/may.ts';
import { useCurrentInSight } from '../ui/current-in-sight.ts';
import { Hints } from '../ui/hints.tsx';
import { useCommand } from '../ui/keys/command.ts';
import { useShortcuts } from '../ui/keys/hotkeys.ts';
import { commandKey } from '../ui/keys/platform-keys.ts';
import { Mark } from '../ui/notice/empty-state.tsx';
import { LiveRegion } from '../ui/notice/live-region.tsx';
import { Toasts } from '../ui/notice/toast.tsx';
import { fetchAhead } from './fetch-ahead.ts';
import { places } from './places.ts';
import styles from './shell.module.css';
import { SideFoot } from './side-foot.tsx';

// Dialogs come when they are opened: the load of the first page stays small.
const NotAllowed = later(() => import('./not-allowed.tsx'), 'NotAllowed');
const Palette = later(() => import('./palette.tsx'), 'Palette');
const ShortcutsHelp = later(() => import('./shortcuts-help.tsx'), 'ShortcutsHelp');

/** Pages with nothing on them for who may not do this: whoever follows a link there is told so. */
const pagesOf: Readonly<Record<string, Action>> = {
  '/launch': 'run.create',
  '/experiments/new': 'experiment.create',
  '/schedules/new': 'schedule.edit',
  '/team/audit': 'audit.view',
  '/team/notifications': 'webhook.view',
  '/team/workers': 'worker.view',
};

/** The control that was pressed to leave a page is gone with it: Tab goes on in the new page, not at the top of the window. */
function useFocusOnArrival(path: string | undefined): void {
  useEffect(() => {
    if (path !== undefined && document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}

export function Shell() {
  useEffect(fetchAhead, []);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  useFocusOnArrival(path);
  const navigate = useNavigate();
  const may = useMay();
  const links = useCurrentInSight<HTMLDivElement>(path);
  const [helpOpen, setHelpOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  useCommand('k', () => setPaletteOpen(true));
  useShortcuts({
    '?': () => setHelpOpen(true),
    '/': () => {
      const field = document.querySelector<HTMLInputElement>('input[type="search"]');
      if (field) field.focus();
      else void navigate({ to: '/runs', search: { focus: 'search' } });
    },
    c: () => void (may('run.create') && navigate({ to: '/launch' })),
    'g h': () => void navigate({ to: '/' }),
    'g r': () => void navigate({ to: '/runs' }),
    'g p': () => void navigate({ to: '/plans' }),
    'g e': () => void navigate({ to: '/experiments' }),
  });
  const shown = places.filter((place) => !('action' in place) || may(place.action));
  const needed = pagesOf[path ?? ''];
  const page = needed === undefined || may(needed) ? <Outlet /> : <NotAllowed />;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {shellWords.skip}
      </a>
      <nav className={styles.side} aria-label={shellWords.nav}>
        <Link to="/" className={styles.brand} aria-label="Plimsoll">
          <Mark />
          <span>Plimsoll</span>
        </Link>
        <button type="button" className={styles.find} aria-keyshortcuts="Control+K Meta+K" onClick={() => setPaletteOpen(true)}>
          <IconSearch size={16} aria-hidden />
          <span className={styles.findName}>{shellWords.find}</span>
          <span className={styles.sideKey} aria-hidden="true">
            {commandKey('K')}
          </span>
        </button>
        <div className={styles.sideLinks} ref={links}>
          {shown.map((place) => (
            <Link key={place.to} to={place.to} className={styles.sideLink} activeOptions={{ exact: place.to === '/' }}>
              {shellWords[place.key]}
              {place.shortcut && (
                <span className={styles.sideKey} aria-hidden="true">
                  {place.shortcut}
                </span>
              )}
            </Link>
          ))}
        </div>
        <div className={styles.sideFoot}>
          <SideFoot onHelp={() => setHelpOpen(true)} />
        </div>
      </nav>
      <main className="page" id="main" tabIndex={-1} style={{ outline: 'none' }}>
        <Suspense>{page}</Suspense>
      </main>
      <LiveRegion />
      <Hints />
      <Toasts />
      <Suspense>{paletteOpen && <Palette onClose={() => setPaletteOpen(false)} onHelp={() => setHelpOpen(true)} />}</Suspense>
      <Suspense>{helpOpen && <ShortcutsHelp opened onClose={() => setHelpOpen(false)} />}</Suspense>
    </div>
  );
}
