import { commonWords } from '@plimsoll/wording/en/main';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { FieldError } from './field-error.tsx';
import { type Fields, groupAt } from './fields.ts';
import formStyles from './form.module.css';
import { AddButton, RemoveButton } from './row-buttons.tsx';

interface Props<Row> {
  readonly form: Pick<Fields<unknown>, 'error'>;
  /** Where the list stands in what is sent. */
  readonly pointer: string;
  readonly legend: string;
  readonly hint?: ReactNode;
  readonly rows: readonly Row[];
  readonly rowClass: string | undefined;
  readonly rowStyle?: CSSProperties;
  /** The least number of rows that stay. */
  readonly least?: number;
  /** Null where there can be no more. */
  readonly add: { readonly text: string; readonly row: Row } | null;
  /** Beside the button that adds. */
  readonly more?: ReactNode;
  onChange(rows: readonly Row[]): void;
  /** The inputs of a row; `put` replaces it. */
  children(row: Row, index: number, put: (next: Row) => void): ReactNode;
}

/** Rows that are edited in place: each can be removed, and one can be added below. Focus follows what was done. */
export function RowList<Row>({ form, pointer, legend, hint, rows, least = 0, add, more, onChange, children, ...look }: Props<Row>) {
  const { list, focus } = useFocusIn();
  const remove = (index: number) => {
    const next = Math.min(index, rows.length - 2);
    focus(`[data-row="${next}"] > button:not(:disabled)`, `[data-row="${next}"] :is(input, select)`, '[data-add] button');
    onChange(rows.toSpliced(index, 1));
  };
  const put = (row: Row) => {
    focus(`[data-row="${rows.length}"] :is(input, select)`);
    onChange([...rows, row]);
  };
  return (
    <fieldset ref={list} className={`${formStyles.plainFieldset} stack`} style={{ gap: 8 }} {...groupAt(form, pointer)}>
      <legend className={formStyles.fieldLabel}>{legend}</legend>
      {hint}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
        <div key={index} data-row={index} className={look.rowClass} {...(look.rowStyle ? { style: look.rowStyle } : {})}>
          {children(row, index, (next) => onChange(rows.with(index, next)))}
          <RemoveButton label={commonWords.removeRow({ row: index + 1 })} disabled={rows.length <= least} onRemove={() => remove(index)} />
        </div>
      ))}
      <FieldError form={form} at={pointer} />
      {add && (
        <div className="row tight" data-add>
          <AddButton onAdd={() => put(add.row)}>{add.text}</AddButton>
          {more}
        </div>
      )}
    </fieldset>
  );
}

/** Focuses the first of these places that is there, once the next change shows. */
function useFocusIn() {
  const list = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const places = wanted.current;
    wanted.current = [];
    for (const place of places) {
      const found = list.current?.querySelector<HTMLElement>(place);
      if (found) return found.focus();
    }
  });
  return {
    list,
    focus: (...places: string[]) => {
      wanted.current = places;
    },
  };
}
