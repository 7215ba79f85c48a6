import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './app/fonts.css';
import './app/mantine-styles.ts';
import '@mantine/notifications/styles.css';
import './app/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { readInOwnLanguage } from './ui/reader-language.ts';

// After an upgrade the old page asks for chunks that are gone: the new page has them.
window.addEventListener('vite:preloadError', (event) => {
  const key = 'plimsoll.reloaded';
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 10_000) return;
  sessionStorage.setItem(key, String(Date.now()));
  event.preventDefault();
  window.location.reload();
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void readInOwnLanguage().then(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  ),
);
