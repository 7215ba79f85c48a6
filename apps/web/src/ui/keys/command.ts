import { useEffect, useRef } from 'react';
import { isCommand } from './platform-keys.ts';

/** The platform's command key with `key`, inside fields, too; not while a dialog waits for an answer, and not for a single-key shortcut's switch. */
export function useCommand(key: string, press: () => void): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.defaultPrevented || !isCommand(event, key)) return;
      // The browser's own search would open in its place.
      event.preventDefault();
      if (document.querySelector('[role="dialog"]') === null) latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [key]);
}
