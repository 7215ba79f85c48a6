/** The browser tab tells how the run stands: percent in the title, state in the favicon. */
import type { Run, RunState } from '@plimsoll/contracts/run';
import { isTerminal } from '@plimsoll/contracts/run';
import { runStateWord } from '@plimsoll/wording/run-state';
import { useEffect } from 'react';

const colours: Partial<Record<RunState, string>> = { completed: '#1d7a46', stopped: '#51606f', auto_stopped: '#8a5a00' };
const failedColours = { bad: '#b3361f', warn: '#8a5a00' } as const;

/** The disc, filled from below like a hull in the water. */
function icon(state: RunState, failed: keyof typeof failedColours | null, share: number | null): string {
  const ended = failed ? failedColours[failed] : (colours[state] ?? '#b3361f');
  const colour = isTerminal(state) ? ended : '#0b7285';
  const level = isTerminal(state) ? 1 : (share ?? 0.5);
  const y = 19.2 - level * 14.4;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><clipPath id="c"><circle cx="12" cy="12" r="7.2"/></clipPath><rect x="4" y="${y.toFixed(1)}" width="16" height="16" fill="${colour}" opacity=".45" clip-path="url(#c)"/><g fill="none" stroke="${colour}" stroke-width="2.4"><circle cx="12" cy="12" r="7.2"/><path d="M1.5 12h21"/></g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export function useTabStatus(run: Pick<Run, 'plan' | 'number' | 'state' | 'ending' | 'summary'>, share: number | null): void {
  const { plan, number, state } = run;
  const { text: word, tone } = runStateWord(run);
  const title = number ? `#${number} ${plan.name}` : plan.name;
  const percent = isTerminal(state) || share === null ? '' : `${Math.round(share * 100)} % · `;
  useEffect(() => {
    document.title = `${percent}${word} · ${title} · Plimsoll`;
  }, [percent, word, title]);
  const step = share === null ? null : Math.round(share * 10) / 10;
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link) link.href = icon(state, tone, step);
    return () => {
      if (link) link.href = '/favicon.svg';
    };
  }, [state, tone, step]);
}
