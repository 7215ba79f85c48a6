/** Below the places: who is signed in, the colour scheme, the keys. */
import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core';
import { shellWords } from '@plimsoll/wording/en/app';
import { IconDeviceDesktop, IconKeyboard, IconMoon, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { health } from '../api/system.ts';
import { session } from '../api/team/session.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './shell.module.css';
import { TeamMenu } from './team-menu.tsx';

export function SideFoot({ onHelp }: { onHelp: () => void }) {
  const { data: who } = useQuery(session);
  const { data: state } = useQuery(health);
  return (
    <>
      <div className={styles.sideWide}>{state ? shellWords.workers({ count: state.workers }) : ''}</div>
      {who && <TeamMenu who={who} />}
      <div className="row nowrap" style={{ gap: 2 }}>
        <AccountMenu name={who?.user.name ?? ''} email={who?.user.email ?? ''} />
        <SchemeSwitch />
        <Tooltip label={shellWords.shortcuts}>
          <ActionIcon aria-label={shellWords.shortcuts} onClick={onHelp} className={styles.sideWide}>
            <IconKeyboard size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
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
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(next)}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
