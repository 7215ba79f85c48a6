import { Button, SegmentedControl } from '@mantine/core';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { useLayoutEffect, useRef, useState } from 'react';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { groupAt } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { AddButton } from '../../../ui/form/row-buttons.tsx';
import { announce } from '../../../ui/notice/live-region.tsx';
import { useLaunchForm } from '../launch-context.ts';
import { type FormValues, inSequence } from '../values/form-values.ts';
import { asTarget, duplicated, moved, nextKey, shares, withRequest } from '../values/request-list.ts';
import type { RequestRow } from '../values/request-row.ts';
import { type CardAction, RequestCard } from './request-card.tsx';
import requestsStyles from './requests.module.css';

interface Removed {
  readonly row: RequestRow;
  readonly index: number;
}

/** Several requests: in which order, each a card; built, moved and removed by mouse or keyboard alike. */
export function RequestListFields({ fresh }: { fresh: boolean }) {
  const form = useLaunchForm();
  const { values, set, update } = form;
  const rows = values.requestRows;
  const [removed, setRemoved] = useState<Removed | null>(null);
  const focus = useFocusAfter(fresh ? `${rows.at(-1)?.key}-name` : null);
  const sequence = inSequence(values);
  const parts = shares(rows);
  const add = () => {
    focus(`${nextKey(rows)}-name`);
    update(withRequest);
  };
  const act = (row: RequestRow, index: number) => (action: CardAction) => {
    if (action === 'remove') {
      const next = rows[index + 1] ?? rows[index - 1];
      focus(`${next?.key}-remove`, `${next?.key}-name`);
      setRemoved({ row, index });
      return set({ requestRows: rows.toSpliced(index, 1) });
    }
    if (action === 'duplicate') {
      focus(`${nextKey(rows)}-name`);
      return set({ requestRows: duplicated(rows, index) });
    }
    const to = action === 'up' ? index - 1 : index + 1;
    focus(`${row.key}-${action}`, `${row.key}-${action === 'up' ? 'down' : 'up'}`);
    announce(launchFormWords.moved({ name: row.name, at: to + 1, of: rows.length }));
    set({ requestRows: moved(rows, index, to) });
  };
  const undo = ({ row, index }: Removed) => {
    // Its old key may have been given away since.
    const key = nextKey(rows);
    focus(`${key}-name`);
    setRemoved(null);
    set({ requestRows: rows.toSpliced(index, 0, { ...row, key }) });
  };
  return (
    <div className="stack" style={{ gap: 10 }} {...groupAt(form, '/requests')}>
      <div className="row">
        <div className={formStyles.fieldLabel}>{launchFormWords.requests}</div>
        <SegmentedControl
          aria-label={launchFormWords.order}
          value={sequence ? 'sequence' : 'mix'}
          onChange={(order) => set({ requestOrder: order as FormValues['requestOrder'] })}
          data={[
            { value: 'mix', label: launchFormWords.mix },
            { value: 'sequence', label: launchFormWords.sequence },
          ]}
        />
        <span className="soft small" style={{ flex: '1 1 200px' }}>
          {sequence ? launchFormWords.sequenceWhat : launchFormWords.mixWhat}
        </span>
      </div>
      <ol className={`plain-list ${requestsStyles.requests}`} aria-label={launchFormWords.requests}>
        {rows.map((row, index) => (
          <RequestCard key={row.key} row={row} index={index} share={parts[index] ?? null} onAction={act(row, index)} />
        ))}
      </ol>
      <FieldError form={form} at="/requests" />
      {removed && (
        <div className="row tight small soft" role="status">
          {launchFormWords.removed({ name: removed.row.name })}
          <Button size="compact-xs" onClick={() => undo(removed)}>
            {launchFormWords.undo}
          </Button>
        </div>
      )}
      <div className="row tight">
        <AddButton onAdd={add} disabled={rows.length >= 50}>
          {launchFormWords.addRequest}
        </AddButton>
        {rows.length === 1 && (
          <>
            <span className="small soft">{launchFormWords.oneLeft}</span>
            <Button size="xs" onClick={() => update(asTarget)}>
              {launchFormWords.backToTarget}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Focus follows what was done, once the page shows it: to the first of these places that can take it. */
function useFocusAfter(first: string | null) {
  const wanted = useRef<readonly string[]>(first === null ? [] : [first]);
  useLayoutEffect(() => {
    if (wanted.current.length === 0) return;
    const places = wanted.current.map((place) => document.querySelector<HTMLElement>(`[data-card="${place}"]`));
    wanted.current = [];
    const place = places.find((one) => one && !one.hasAttribute('disabled'));
    place?.focus();
    // The name it was given is there to be typed over.
    if (place instanceof HTMLInputElement) place.select();
  });
  return (...places: string[]) => {
    wanted.current = places;
  };
}
