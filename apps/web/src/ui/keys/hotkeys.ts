/** Single-key shortcuts, off inside inputs and while a dialog is open; people can switch them off. */
import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';

const settingKey = 'plimsoll.shortcuts';

export function shortcutsOn(): boolean {
  return localStorage.getItem(settingKey) !== 'off';
}

export function switchShortcuts(on: boolean): void {
  localStorage.setItem(settingKey, on ? 'on' : 'off');
}

/** A checkbox takes no text: `x` and `j` work there too. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button)$/.test(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}

function ignore(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing || event.defaultPrevented) return true;
  return !shortcutsOn() || takesText(event.target) || document.querySelector('[role="dialog"]') !== null;
}

/** Keyboards differ in which signs need Shift. A letter with Shift is another key. */
const inAnyLayout = (keys: string) => keys.replace(/^\W$/, (sign) => `[Shift]+${sign}`);

type Handlers = Readonly<Record<string, () => void>>;

/** Keys as `s`, `?`, or a sequence `g h`; each component names the same ones as long as it stands. */
export function useShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const bindings = Object.keys(latest.current).map((keys) => {
      const press = (event: KeyboardEvent) => {
        event.preventDefault();
        latest.current[keys]?.();
      };
      return [inAnyLayout(keys), press] as const;
    });
    return tinykeys(window, Object.fromEntries(bindings), { ignore });
  }, []);
}
