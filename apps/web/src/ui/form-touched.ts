/** Which fields of a form were left once: their problems may show. */
import { useCallback, useEffect, useRef, useState } from 'react';

interface Touched {
  has(pointer: string): boolean;
  touch(pointer: string): void;
}

/**
 * Leaving a field by pressing a button counts once the button is released: a sentence that appeared in between would push the
 * button away from under the pointer, and the click would be lost.
 */
export function useTouched(): Touched {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const pressed = useRef(false);
  const waiting = useRef<string[]>([]);
  const note = useCallback((pointers: readonly string[]) => {
    setTouched((before) => (pointers.every((pointer) => before.has(pointer)) ? before : new Set([...before, ...pointers])));
  }, []);
  useEffect(() => {
    const down = () => {
      pressed.current = true;
    };
    const up = () => {
      pressed.current = false;
      const pointers = waiting.current.splice(0);
      // The click comes right after the release.
      if (pointers.length > 0) setTimeout(() => note(pointers));
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
  }, [note]);
  const touch = (pointer: string) => {
    if (pressed.current) waiting.current.push(pointer);
    else note([pointer]);
  };
  return { has: (pointer) => touched.has(pointer), touch };
}
