/** Opens a page in the browser of a person at a terminal; elsewhere nothing happens. */
import { spawn } from 'node:child_process';

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

export function openPage(link: string): void {
  if (!process.stdout.isTTY) return;
  const [command, ...rest] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...rest, link], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
