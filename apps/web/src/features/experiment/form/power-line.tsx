import { roundSeconds } from '@plimsoll/contracts/design';
import { powerSentence } from '@plimsoll/wording/power-sentence';
import { useQuery } from '@tanstack/react-query';
import { foreseenPower } from '../../../api/experiment-power.ts';
import type { JudgedExperiment } from '../values/judged.ts';

/** How small a change variants that are one load will show, as far as the plan's history tells. */
export function PowerLine({ judged: { body, chosen } }: { judged: JudgedExperiment }) {
  const design = chosen?.design ?? 'runs';
  const seconds = body?.variants[0] ? roundSeconds(body.variants[0].plan, design, body.variants.length) : null;
  const asked = body !== null && design !== 'runs' && seconds !== null;
  const { data, isError } = useQuery({
    ...foreseenPower(body?.planId ?? '', {
      design: design === 'turns' ? design : 'together',
      roundSeconds: seconds ?? 1,
      repeats: body?.repeats ?? 1,
      ...(body?.extendTo ? { mostRepeats: body.extendTo } : {}),
      candidates: Math.max(1, (body?.variants.length ?? 2) - 1),
      detect: body?.detect ?? 0.03,
    }),
    enabled: asked && body.planId !== undefined,
  });
  if (!asked || isError || (body.planId !== undefined && !data)) return null;
  return (
    <p className="soft small" style={{ margin: 0 }}>
      {powerSentence(data?.power ?? null, body.detect, false)}
    </p>
  );
}
