import { Suspense, useEffect, useState } from 'react';
import { later } from '../api/later.ts';

const HintTip = later(() => import('./hint-tip.tsx'), 'HintTip');
const delayMs = 250;

/**
 * The one tooltip of a page: it says the `data-hint` of a control that is pointed at or focused. It is fetched with the first of them, so
 * no page waits for it, and a control is never drawn anew for it.
 */
export function Hints() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: HTMLElement | null) => {
      setTarget(next);
      if (next) setAsked(true);
    };
    const hinted = ({ target: at }: Event) => (at instanceof Element ? at.closest<HTMLElement>('[data-hint]') : null);
    const onPoint = (event: Event) => {
      clearTimeout(timer);
      const next = hinted(event);
      if (next) timer = setTimeout(show, delayMs, next);
      else show(null);
    };
    const onFocus = (event: Event) => show(hinted(event));
    const onLeave = () => show(null);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && show(null);
    document.addEventListener('pointerover', onPoint);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onLeave);
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onPoint);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onLeave);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return <Suspense>{asked && <HintTip target={target} />}</Suspense>;
}
