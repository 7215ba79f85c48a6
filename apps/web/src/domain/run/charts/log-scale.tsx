import '../../../i18n/run-text.ts';
import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useSearchState } from '../../../ui/search-state.ts';

const searchSchema = z.object({ log: z.string().default('').catch('') });

/** Does this chart have a logarithmic axis, and the switch for it. The URL lists the charts that do. */
export function useLogScale(chart: string, title: string): readonly [log: boolean, toggle: ReactNode] {
  const { t } = useTranslation();
  const [search, change] = useSearchState(searchSchema);
  const logs = search.log.split(',').filter(Boolean);
  const log = logs.includes(chart);
  return [
    log,
    <Switch
      key="log"
      size="xs"
      label={t('chart.log')}
      aria-label={t('chart.logOf', { title })}
      checked={log}
      onChange={() => change({ log: (log ? logs.filter((one) => one !== chart) : [...logs, chart]).join(',') || undefined })}
    />,
  ];
}
