/** Below the places: who is signed in, the colour scheme, the keys. */
import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { shellWords } from '@plimsoll/wording/en/app';
import { IconDeviceDesktop, IconKeyboard, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { later } from '../api/later.ts';
import { health } from '../api/system.ts';
import { session } from '../api/team/session.ts';
import { MenuLater } from '../ui/menu-later.tsx';
import styles from './shell.module.css';
import { TeamMenu } from './team-menu.tsx';

const AccountMenu = later(() => import('./account-menu.tsx'), 'AccountMenu');

export function SideFoot({ onHelp }: { onHelp: () => void }) {
  const { data: who } = useQuery(session);
  const { data: state } = useQuery(health);
  return (
    <>
      <div className={styles.sideWide}>{state ? shellWords.workers({ count: state.workers }) : '\u00a0'}</div>
      {who && <TeamMenu who={who} />}
      <div className="row nowrap" style={{ gap: 2 }}>
        <MenuLater
          target={
            <ActionIcon aria-label={shellWords.account}>
              <IconUserCircle size={19} aria-hidden />
            </ActionIcon>
          }
        >
          {(target) => <AccountMenu target={target} name={who?.user.name ?? ''} email={who?.user.email ?? ''} />}
        </MenuLater>
        <SchemeSwitch />
        <ActionIcon aria-label={shellWords.shortcuts} data-hint={shellWords.shortcuts} onClick={onHelp} className={styles.sideWide}>
          <IconKeyboard size={18} aria-hidden />
        </ActionIcon>
      </div>
    </>
  );
}

const schemes = ['auto', 'light', 'dark'] as const;

function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = schemes[(schemes.indexOf(colorScheme) + 1) % schemes.length] ?? 'auto';
  const Icon = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }[colorScheme];
  const label = shellWords.scheme({ scheme: shellWords[colorScheme] });
  return (
    <ActionIcon aria-label={label} data-hint={label} onClick={() => setColorScheme(next)}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
