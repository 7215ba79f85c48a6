import { ActionIcon, Pill, PillsInput } from '@mantine/core';
import { ArmDot } from '@plimsoll/pages/arm-dot';
import { ValidityChip } from '@plimsoll/pages/run-chips';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { IconArrowBarToUp, IconX } from '@tabler/icons-react';
import { Suspense, startTransition, useRef, useState } from 'react';
import { later } from '../../api/later.ts';
import type { ArmFieldProps } from './arm-field.tsx';
import armsStyles from './arms.module.css';
import { runName } from './pickable-runs.ts';

const ArmField = later(() => import('./arm-field.tsx'), 'ArmField');

interface Props extends ArmFieldProps {
  /** 0 is the base. */
  readonly index: number;
  /** Word before the field. */
  readonly title: string;
  onBase?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** One arm: which runs it is, and whether their generator was fit to measure. */
export function ArmPicker({ index, title, onBase, onRemove, ...field }: Props) {
  const { known } = field;
  const name = known[0]?.name ?? title;
  const [worst] = known.flatMap(({ validity }) => (validity && validity.stamp !== 'valid' ? validity : []));
  const validity = worst ?? known[0]?.validity;
  return (
    <div className="card pad row nowrap">
      <ArmDot arm={index} />
      <b className={armsStyles.armTitle}>{title}</b>
      <FieldLater {...field} />
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

/** The field with the lists of runs is fetched for whoever goes to it; until then it looks the same. */
function FieldLater(field: ArmFieldProps) {
  const { label, value, known } = field;
  const [asked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const focused = useRef(false);
  const go = () => {
    focused.current = true;
    startTransition(() => setAsked(true));
  };
  const chosen = value.map((id) => known.find((run) => run.id === id));
  const closed = (
    <PillsInput className={armsStyles.armPick}>
      <Pill.Group>
        {chosen.map((run, at) => (
          <Pill key={value[at]}>{run && runName(run)}</Pill>
        ))}
        <PillsInput.Field
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          aria-label={label}
          placeholder={value.length === 0 ? compareWords.choose : ''}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={go}
          onBlur={() => {
            focused.current = false;
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
  // The lists know the names of runs that were not compared. Until they are there the field keeps its place, and the focus.
  return (
    <Suspense fallback={closed}>
      {asked || chosen.includes(undefined) ? <ArmField {...field} typed={typed} onTyped={setTyped} focused={focused} /> : closed}
    </Suspense>
  );
}
