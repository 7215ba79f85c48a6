import { TextInput } from '@mantine/core';
import { fieldAt } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { RowList } from '../../../ui/form/row-list.tsx';
import { useLaunchForm } from '../launch-context.ts';
import { type Pair, pointerPart } from '../values/rows.ts';

interface Props {
  readonly rows: readonly Pair[];
  /** Where the mapping stands in the plan. */
  readonly pointer: string;
  readonly texts: {
    readonly legend: string;
    readonly name: string;
    readonly value: string;
    readonly add: string;
    readonly namePlaceholder: string;
    readonly valuePlaceholder: string;
  };
  onChange(rows: readonly Pair[]): void;
}

/** Rows of name and value: headers, tags. */
export function PairRows({ rows, pointer, texts, onChange }: Props) {
  const form = useLaunchForm();
  return (
    <RowList
      form={form}
      pointer={pointer}
      legend={texts.legend}
      rows={rows}
      rowClass={formStyles.pair}
      add={{ text: texts.add, row: { name: '', value: '' } }}
      onChange={onChange}
    >
      {(row, index, put) => {
        const place = `${pointer}/${pointerPart(row.name)}`;
        return (
          <>
            <TextInput
              {...fieldAt(form, place)}
              aria-label={`${texts.name} ${index + 1}`}
              placeholder={texts.namePlaceholder}
              value={row.name}
              spellCheck={false}
              autoComplete="off"
              data-mono
              onChange={(event) => put({ ...row, name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`${texts.value} ${index + 1}`}
              placeholder={texts.valuePlaceholder}
              value={row.value}
              spellCheck={false}
              autoComplete="off"
              data-mono
              onChange={(event) => put({ ...row, value: event.currentTarget.value })}
              onBlur={() => form.touch(place)}
            />
          </>
        );
      }}
    </RowList>
  );
}
