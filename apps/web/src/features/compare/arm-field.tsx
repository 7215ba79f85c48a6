import { type ComboboxParsedItem, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Arm } from '@plimsoll/contracts/comparison';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { runs as runsQuery } from '../../api/runs.ts';
import { useNow } from '../../ui/now.ts';
import armsStyles from './arms.module.css';
import { listPickable } from './pickable-runs.ts';

const typingMs = 200;

export interface ArmFieldProps {
  readonly label: string;
  readonly value: readonly string[];
  /** Runs of the other arms. */
  readonly taken: readonly string[];
  readonly known: Arm['runs'];
  /** The plan whose runs come first, and its baseline. */
  readonly plan: { readonly id: string; readonly baselineRunId: string | null } | null;
  onPick(ids: readonly string[]): void;
}

interface Props extends ArmFieldProps {
  readonly typed: string;
  /** Is somebody at it? It is asked once the field is there: they may have gone on since it was drawn. */
  readonly focused: RefObject<boolean>;
  onTyped(text: string): void;
}

/** The runs of an arm, found by number, name, tag, time or rate. */
export function ArmField({ label, value, taken, known, plan, onPick, typed, focused, onTyped }: Props) {
  const now = useNow();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (focused.current) input.current?.focus({ preventScroll: true });
  }, [focused]);
  const [search] = useDebouncedValue(typed.trim(), typingMs);
  const newest = useQuery(runsQuery({ state: 'finished', limit: 100 })).data?.items ?? [];
  const ofPlan = useQuery({ ...runsQuery({ state: 'finished', planId: plan?.id, limit: 50 }), enabled: plan !== null }).data?.items ?? [];
  const found = useQuery({ ...runsQuery({ state: 'finished', search, limit: 50 }), enabled: search !== '' }).data?.items ?? [];
  const { groups, shown } = listPickable({ runs: [...ofPlan, ...newest, ...found], known, value, taken, plan, now });
  const isFound = new Set(search === '' ? [] : found.map(({ id }) => id));
  return (
    <MultiSelect
      ref={input}
      className={armsStyles.armPick}
      classNames={{ option: armsStyles.pickable ?? '' }}
      comboboxProps={{ width: 'min(460px, calc(100vw - 24px))', position: 'bottom-start' }}
      aria-label={label}
      placeholder={value.length === 0 ? compareWords.choose : ''}
      data={groups}
      value={[...value]}
      onChange={onPick}
      searchable
      searchValue={typed}
      onSearchChange={onTyped}
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
      renderOption={({ option, checked }) => (
        <span className={armsStyles.pickedRun}>
          {checked && <span aria-hidden>✓ </span>}
          <b>{option.label}</b> <span className={armsStyles.pickDetail}>{shown.get(option.value)?.detail}</span>
        </span>
      )}
    />
  );
}
