import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconKeyboard, IconMoon, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../api/session.ts';
import { health } from '../api/system.ts';
import { Mark } from '../ui/empty-state.tsx';
import { useShortcuts } from '../ui/hotkeys.ts';
import { LiveRegion } from '../ui/live-region.tsx';

// Menus and dialogs wait for their first use: the first load stays small.
const AccountMenu = lazy(() => import('./account-menu.tsx').then((module) => ({ default: module.AccountMenu })));
const ShortcutsHelp = lazy(() => import('./shortcuts-help.tsx').then((module) => ({ default: module.ShortcutsHelp })));

const places = [
  { to: '/', key: 'home', shortcut: 'g h' },
  { to: '/launch', key: 'launch', shortcut: 'c' },
  { to: '/runs', key: 'runs', shortcut: 'g r' },
  { to: '/plans', key: 'plans', shortcut: 'g p' },
  { to: '/experiments', key: 'experiments', shortcut: 'g e' },
  { to: '/compare', key: 'compare', shortcut: '' },
  { to: '/team', key: 'team', shortcut: '' },
] as const;

export function Shell() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [helpOpen, setHelpOpen] = useState(false);
  useShortcuts({
    '?': () => setHelpOpen(true),
    '/': () => {
      const field = document.querySelector<HTMLInputElement>('input[type="search"]');
      if (field) field.focus();
      else void navigate({ to: '/runs', search: { focus: 'search' } });
    },
    c: () => void navigate({ to: '/launch' }),
    'g h': () => void navigate({ to: '/' }),
    'g r': () => void navigate({ to: '/runs' }),
    'g p': () => void navigate({ to: '/plans' }),
    'g e': () => void navigate({ to: '/experiments' }),
  });
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <nav className="side" aria-label={t('shell.nav')}>
        <Link to="/" className="brand" aria-label="Plimsoll">
          <Mark />
          <span>Plimsoll</span>
        </Link>
        <div className="side-links">
          {places.map((place) => (
            <Link key={place.to} to={place.to} className="side-link" activeOptions={{ exact: place.to === '/' }}>
              {t(`shell.${place.key}`)}
              {place.shortcut && (
                <span className="side-key" aria-hidden="true">
                  {place.shortcut}
                </span>
              )}
            </Link>
          ))}
        </div>
        <SideFoot onHelp={() => setHelpOpen(true)} />
      </nav>
      <main className="page" id="main" tabIndex={-1} style={{ outline: 'none' }}>
        <Outlet />
      </main>
      <LiveRegion />
      <Suspense>{helpOpen && <ShortcutsHelp opened onClose={() => setHelpOpen(false)} />}</Suspense>
    </div>
  );
}

function SideFoot({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation();
  const { data: who } = useQuery(session);
  const { data: state } = useQuery(health);
  return (
    <div className="side-foot">
      <div className="wide">
        {state ? t('shell.workers', { count: state.workers }) : ''}
        {who?.team ? ` · ${who.team.name}` : ''}
      </div>
      <div className="row nowrap" style={{ gap: 2 }}>
        <Suspense fallback={<span style={{ inlineSize: 28 }} />}>
          <AccountMenu name={who?.user.name ?? ''} email={who?.user.email ?? ''} />
        </Suspense>
        <SchemeSwitch />
        <Tooltip label={t('shell.shortcuts')}>
          <ActionIcon aria-label={t('shell.shortcuts')} onClick={onHelp} className="wide">
            <IconKeyboard size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}

const schemes = ['auto', 'light', 'dark'] as const;

function SchemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = schemes[(schemes.indexOf(colorScheme) + 1) % schemes.length] ?? 'auto';
  const Icon = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }[colorScheme];
  const label = t('shell.scheme', { scheme: t(`shell.${colorScheme}`) });
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(next)}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
