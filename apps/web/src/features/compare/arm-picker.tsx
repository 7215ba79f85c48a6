import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core';
import type { Arm } from '@plimsoll/contracts/comparison';
import { formatAgo } from '@plimsoll/wording/date';
import { IconArrowBarToUp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { runs as runsQuery } from '../../api/runs.ts';
import { ArmDot } from '../../domain/comparison/arm-dot.tsx';
import { ValidityChip } from '../../domain/run/state-chip.tsx';
import { useNow } from '../../ui/now.ts';
import armsStyles from './arms.module.css';

interface Props {
  /** 0 is the base. */
  readonly index: number;
  /** Word before the field, and the field's own name. */
  readonly title: string;
  readonly label: string;
  readonly value: readonly string[];
  /** Runs of the other arms. */
  readonly taken: readonly string[];
  readonly known: Arm['runs'][number] | undefined;
  onPick(id: string): void;
  onBase?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** One arm: which run it is, and whether its generator was fit to measure. */
export function ArmPicker({ index, title, label, value, taken, known, onPick, onBase, onRemove }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const list = useQuery(runsQuery({ state: 'finished', limit: 100 }));
  const picked = value[0] ?? '';
  const runs = list.data?.items.filter((run) => run.summary !== null) ?? [];
  const more = value.length > 1 ? ` · ${t('newExperiment.runs', { count: value.length })}` : '';
  const options = runs.map((run) => ({
    value: run.id,
    label: [
      `${run.plan.name}${run.id === picked ? more : ''}`,
      formatAgo(run.createdAt, now),
      run.plan.connection.client === 'wire' && t('httpClient.wire'),
      !run.plan.connection.keepAlive && t('load.keepAliveOff'),
    ]
      .filter(Boolean)
      .join(' · '),
    disabled: taken.includes(run.id),
  }));
  if (picked && !runs.some((run) => run.id === picked))
    options.unshift({ value: picked, label: `${known?.name ?? picked}${more}`, disabled: false });
  const name = known?.name ?? title;
  return (
    <div className="card pad row nowrap">
      <ArmDot arm={index} />
      <b>{title}</b>
      <NativeSelect
        className={armsStyles.armPick}
        aria-label={label}
        value={picked}
        onChange={(event) => onPick(event.currentTarget.value)}
        data={[{ value: '', label: t('compare.choose'), disabled: picked !== '' }, ...options]}
      />
      {known?.validity && <ValidityChip validity={known.validity} />}
      {onBase && (
        <Tooltip label={t('compare.makeBase', { name })}>
          <ActionIcon aria-label={t('compare.makeBase', { name })} onClick={onBase}>
            <IconArrowBarToUp size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {onRemove && (
        <Tooltip label={t('compare.removeRun', { name })}>
          <ActionIcon aria-label={t('compare.removeRun', { name })} onClick={onRemove}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
