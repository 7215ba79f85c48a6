import { Switch } from '@mantine/core';
import { chartWords } from '@plimsoll/wording/en/chart';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useSearchState } from '../../../ui/search-state.ts';

const searchSchema = z.object({ log: z.string().default('').catch('') });

/** Does this chart have a logarithmic axis, and the switch for it. The URL lists the charts that do. */
export function useLogScale(chart: string, title: string): readonly [log: boolean, toggle: ReactNode] {
  const [search, change] = useSearchState(searchSchema);
  const logs = search.log.split(',').filter(Boolean);
  const log = logs.includes(chart);
  return [
    log,
    <Switch
      key="log"
      size="xs"
      label={chartWords.log}
      aria-label={chartWords.logOf({ title })}
      checked={log}
      onChange={() => change({ log: (log ? logs.filter((one) => one !== chart) : [...logs, chart]).join(',') || undefined })}
    />,
  ];
}
