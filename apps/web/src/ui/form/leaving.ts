import { useEffect, useRef } from 'react';

/**
 * Notes which fields were left. Leaving a field by pressing a button counts once the button is released: a sentence that appeared in
 * between would push the button away from under the pointer, and the click would be lost.
 */
export function useLeaving(note: (pointers: readonly string[]) => void): (pointer: string) => void {
  const pressed = useRef(false);
  const waiting = useRef<string[]>([]);
  const latest = useRef(note);
  latest.current = note;
  useEffect(() => {
    const down = () => {
      pressed.current = true;
    };
    const up = () => {
      pressed.current = false;
      const pointers = waiting.current.splice(0);
      // The click comes right after the release.
      if (pointers.length > 0) setTimeout(() => latest.current(pointers));
    };
    const events = [
      ['pointerdown', down],
      ['pointerup', up],
      ['pointercancel', up],
    ] as const;
    for (const [name, act] of events) window.addEventListener(name, act, true);
    return () => {
      for (const [name, act] of events) window.removeEventListener(name, act, true);
    };
  }, []);
  return (pointer) => {
    if (pressed.current) waiting.current.push(pointer);
    else note([pointer]);
  };
}
