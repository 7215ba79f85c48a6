import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './app/fonts.css';
import './app/mantine-styles.ts';
import '@mantine/notifications/styles.css';
import './app/styles.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { fetched } from './api/later.ts';
import { askAhead, askWays, whoComes } from './api/team/door.ts';
import { fetchAhead } from './app/fetch-ahead.ts';
import { resolver, theme } from './app/theme.ts';
import { readInOwnLanguage } from './ui/reader-language.ts';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');
const root = createRoot(element);

function draw(page: ReactNode): void {
  root.render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
        {page}
      </MantineProvider>
    </StrictMode>,
  );
}

async function openApp(): Promise<void> {
  const { App } = await fetched(() => import('./app/app.tsx'));
  draw(<App />);
}

/** For a stranger, who has nothing else to do here: without router, queries and schemas, which weigh as much as all the rest. */
async function openSignIn(): Promise<void> {
  const [{ SignInPage }, ways] = await Promise.all([fetched(() => import('./features/sign-in/sign-in-page.tsx')), askWays()]);
  const enter = (path: string) => {
    window.history.pushState(null, '', path);
    return openApp();
  };
  draw(<SignInPage onSignedIn={enter} ways={ways} />);
  fetchAhead();
}

async function open(): Promise<void> {
  const { pathname } = window.location;
  if (pathname === '/sign-in') return openSignIn();
  if (pathname === '/') {
    const who = await whoComes();
    if (who === 'stranger') {
      window.history.replaceState(null, '', '/sign-in');
      return openSignIn();
    }
    // At once with the app, which would ask for them next.
    if (who === 'known') void Promise.all([import('./app/shell.tsx'), import('./features/home/home-page.tsx')]).catch(() => undefined);
  } else if (!/^\/(?:s|join|reset|setup|sign-up|break-glass)(?:\/|$)/.test(pathname)) void askAhead();
  return openApp();
}

void readInOwnLanguage().then(open);
