import { ActionIcon, type ComboboxParsedItem, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Arm } from '@plimsoll/contracts/comparison';
import { ArmDot } from '@plimsoll/pages/arm-dot';
import { ValidityChip } from '@plimsoll/pages/run-chips';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { IconArrowBarToUp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runs as runsQuery } from '../../api/runs.ts';
import { useNow } from '../../ui/now.ts';
import armsStyles from './arms.module.css';
import { listPickable } from './pickable-runs.ts';

interface Props {
  /** 0 is the base. */
  readonly index: number;
  /** Word before the field, and the field's own name. */
  readonly title: string;
  readonly label: string;
  readonly value: readonly string[];
  /** Runs of the other arms. */
  readonly taken: readonly string[];
  readonly known: Arm['runs'];
  /** The plan whose runs come first, and its baseline. */
  readonly plan: { readonly id: string; readonly baselineRunId: string | null } | null;
  onPick(ids: readonly string[]): void;
  onBase?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

const typingMs = 200;

/** One arm: which runs it is, found by number, name, tag, time or rate, and whether their generator was fit to measure. */
export function ArmPicker({ index, title, label, value, taken, known, plan, onPick, onBase, onRemove }: Props) {
  const now = useNow();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), typingMs);
  const newest = useQuery(runsQuery({ state: 'finished', limit: 100 })).data?.items ?? [];
  const ofPlan = useQuery({ ...runsQuery({ state: 'finished', planId: plan?.id, limit: 50 }), enabled: plan !== null }).data?.items ?? [];
  const found = useQuery({ ...runsQuery({ state: 'finished', search, limit: 50 }), enabled: search !== '' }).data?.items ?? [];
  const { groups, shown } = listPickable({ runs: [...ofPlan, ...newest, ...found], known, value, taken, plan, now });
  const isFound = new Set(search === '' ? [] : found.map(({ id }) => id));
  const name = known[0]?.name ?? title;
  const [worst] = known.flatMap(({ validity }) => (validity && validity.stamp !== 'valid' ? validity : []));
  const validity = worst ?? known[0]?.validity;
  return (
    <div className="card pad row nowrap">
      <ArmDot arm={index} />
      <b className={armsStyles.armTitle}>{title}</b>
      <MultiSelect
        className={armsStyles.armPick}
        comboboxProps={{ width: 'min(460px, calc(100vw - 24px))', position: 'bottom-start' }}
        aria-label={label}
        placeholder={value.length === 0 ? compareWords.choose : ''}
        data={groups}
        value={[...value]}
        onChange={onPick}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={compareWords.noRun}
        maxDropdownHeight={340}
        limit={100}
        filter={({ options, search: words }) => {
          const wanted = words.trim().toLocaleLowerCase().split(/\s+/);
          const holds = (id: string) => isFound.has(id) || wanted.every((word) => shown.get(id)?.searched.includes(word) ?? false);
          return options.flatMap<ComboboxParsedItem>((option) => {
            if (!('group' in option)) return holds(option.value) ? [option] : [];
            const items = option.items.filter(({ value: id }) => holds(id));
            return items.length > 0 ? [{ ...option, items }] : [];
          });
        }}
        renderOption={({ option }) => (
          <span className={armsStyles.pickedRun}>
            <b>{option.label}</b> <span className="soft small">{shown.get(option.value)?.detail}</span>
          </span>
        )}
      />
      {validity && <ValidityChip validity={validity} />}
      {onBase && (
        <ActionIcon aria-label={compareWords.makeBase({ name })} data-hint={compareWords.makeBase({ name })} onClick={onBase}>
          <IconArrowBarToUp size={16} aria-hidden />
        </ActionIcon>
      )}
      {onRemove && (
        <ActionIcon aria-label={compareWords.removeRun({ name })} data-hint={compareWords.removeRun({ name })} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
