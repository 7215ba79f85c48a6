import { Tooltip } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** `target` null: it goes, with the words that it had. */
export function HintTip({ target }: { target: HTMLElement | null }) {
  const last = useRef(target);
  if (target) last.current = target;
  const at = last.current;
  useEffect(() => {
    const id = document.querySelector('[role="tooltip"]')?.id;
    // Where the hint is the control's own name it would be read twice.
    if (!target || !id || target.getAttribute('aria-label') === target.dataset.hint) return;
    target.setAttribute('aria-describedby', id);
    return () => target.removeAttribute('aria-describedby');
  }, [target]);
  return at && <Tooltip target={at} opened={target?.isConnected ?? false} label={at.dataset.hint} />;
}
