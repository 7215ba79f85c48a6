/** Single-key shortcuts, off inside inputs and while a dialog is open; people can switch them off. */
import { useEffect, useRef } from 'react';

const settingKey = 'plimsoll.shortcuts';
const sequenceMs = 1000;

export function shortcutsOn(): boolean {
  return localStorage.getItem(settingKey) !== 'off';
}

export function switchShortcuts(on: boolean): void {
  localStorage.setItem(settingKey, on ? 'on' : 'off');
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** A checkbox takes no text: `x` and `j` work there too. */
function takesText(target: EventTarget | null): boolean {
  return isTyping(target) && !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));
}

type Handlers = Readonly<Record<string, () => void>>;

/** Keys as `s`, `?`, or a sequence `g h`. */
export function useShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    let first: { key: string; atMs: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if (!shortcutsOn() || takesText(event.target) || document.querySelector('[role="dialog"]')) return;
      const sequence = first && performance.now() - first.atMs < sequenceMs ? `${first.key} ${event.key}` : null;
      first = null;
      const handler = (sequence && latest.current[sequence]) || latest.current[event.key];
      if (handler) {
        event.preventDefault();
        handler();
      } else if (Object.keys(latest.current).some((keys) => keys.startsWith(`${event.key} `))) {
        first = { key: event.key, atMs: performance.now() };
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
