import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core';
import type { Arm } from '@plimsoll/contracts/comparison';
import { ArmDot } from '@plimsoll/pages/arm-dot';
import { ValidityChip } from '@plimsoll/pages/run-chips';
import { formatAgo } from '@plimsoll/wording/date';
import { loadWords } from '@plimsoll/wording/en/app';
import { compareWords, newExperimentWords } from '@plimsoll/wording/en/comparison';
import { httpClientWords } from '@plimsoll/wording/en/names';
import { IconArrowBarToUp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { runs as runsQuery } from '../../api/runs.ts';
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

const numbered = ({ number }: { readonly number: number | null }) => (number ? `#${number} ` : '');

/** One arm: which run it is, and whether its generator was fit to measure. */
export function ArmPicker({ index, title, label, value, taken, known, onPick, onBase, onRemove }: Props) {
  const now = useNow();
  const list = useQuery(runsQuery({ state: 'finished', limit: 100 }));
  const picked = value[0] ?? '';
  const runs = list.data?.items.filter((run) => run.summary !== null) ?? [];
  const more = value.length > 1 ? ` · ${newExperimentWords.runs({ count: value.length })}` : '';
  const options = runs.map((run) => ({
    value: run.id,
    label: [
      `${numbered(run)}${run.plan.name}${run.id === picked ? more : ''}`,
      formatAgo(run.createdAt, now),
      run.plan.connection.client === 'wire' && httpClientWords.wire,
      !run.plan.connection.keepAlive && loadWords.keepAliveOff,
    ]
      .filter(Boolean)
      .join(' · '),
    disabled: taken.includes(run.id),
  }));
  if (picked && !runs.some((run) => run.id === picked))
    options.unshift({ value: picked, label: `${known ? numbered(known) : ''}${known?.name ?? picked}${more}`, disabled: false });
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
        data={[{ value: '', label: compareWords.choose, disabled: picked !== '' }, ...options]}
      />
      {known?.validity && <ValidityChip validity={known.validity} />}
      {onBase && (
        <Tooltip label={compareWords.makeBase({ name })}>
          <ActionIcon aria-label={compareWords.makeBase({ name })} onClick={onBase}>
            <IconArrowBarToUp size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {onRemove && (
        <Tooltip label={compareWords.removeRun({ name })}>
          <ActionIcon aria-label={compareWords.removeRun({ name })} onClick={onRemove}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
