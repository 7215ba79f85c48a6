import { Button, NativeSelect, Textarea } from '@mantine/core';
import { type Data, dataOrders, parseRows } from '@plimsoll/contracts/data-rows';
import { planDefaults } from '@plimsoll/contracts/plan-defaults';
import { DataTable } from '@plimsoll/pages/data-table';
import { formatBytes } from '@plimsoll/wording/bytes';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { formatCount } from '@plimsoll/wording/number';
import { IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { FieldMessage } from '../../../ui/form/field-error.tsx';
import { errorId } from '../../../ui/form/fields.ts';
import { FileChoice } from '../../../ui/form/file-choice.tsx';
import launchStyles from '../launch.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { readText } from './file-text.ts';
import { useReadChoice } from './read-choice.ts';

/** A text longer than this is shown, not edited: each key would cost too long. */
const longestEdited = 20_000;
const shownRows = 3;
const shownColumns = 12;

/** A list or an object is JSON; no CSV header can begin like that. */
const guessFormat = (text: string): Data['format'] => (/^\s*[[{]/.test(text) ? 'json' : 'csv');

/** Rows for `{{row.column}}`: uploaded or pasted, and what was understood of them. */
export function DataFields() {
  const { values, update, errorIn, touch } = useLaunchForm();
  const { data } = values;
  const { read, refused, clear } = useReadChoice(readText);
  const put = (change: Partial<Data>) => {
    clear();
    update((now) => {
      const next = { ...(now.data ?? { format: 'csv', text: '', order: planDefaults().order }), ...change } as Data;
      return { data: { ...next, format: guessFormat(next.text) } };
    });
  };
  const upload = async (file: File) => {
    const text = await read(file);
    if (text === null) return;
    touch('/data');
    put({ text });
  };
  const wrong = refused ?? errorIn('/data');
  return (
    <>
      <p className={`small soft ${launchStyles.hint}`}>{launchFormWords.dataWhat}</p>
      <div className="row tight" data-pointer="/data" tabIndex={-1} aria-describedby={errorId('/data')}>
        <FileChoice accept=".csv,.json,.txt,text/csv,application/json" onChoose={(file) => void upload(file)}>
          {launchFormWords.dataUpload}
        </FileChoice>
        {data === null ? (
          <Button size="xs" onClick={() => put({ text: '' })}>
            {launchFormWords.dataPaste}
          </Button>
        ) : (
          <Button size="xs" leftSection={<IconTrash size={14} aria-hidden />} onClick={() => update(() => ({ data: null }))}>
            {launchFormWords.dataRemove}
          </Button>
        )}
      </div>
      {data !== null &&
        (data.text.length > longestEdited ? (
          <p className={`small soft ${launchStyles.hint}`}>
            {launchFormWords.dataLarge({ size: formatBytes(new Blob([data.text]).size) })}
          </p>
        ) : (
          <Textarea
            label={launchFormWords.dataText}
            placeholder={'user,password\nada,secret1\ngrace,secret2'}
            value={data.text}
            onChange={(event) => put({ text: event.currentTarget.value })}
            onBlur={() => touch('/data')}
            autosize
            minRows={3}
            maxRows={10}
            spellCheck={false}
            data-mono
            error={wrong !== null}
          />
        ))}
      <FieldMessage message={wrong} at="/data" />
      {data && <Understood data={data} onOrder={(order) => put({ order })} />}
    </>
  );
}

const longestCell = 60;
const shorten = (cell: string) => (cell.length > longestCell ? `${cell.slice(0, longestCell - 1)}…` : cell);

function Understood({ data, onOrder }: { data: Data; onOrder: (order: Data['order']) => void }) {
  const { format, text } = data;
  const parsed = useMemo(() => parseRows({ format, text }), [format, text]);
  const rows = 'error' in parsed ? null : parsed;
  const columns = rows?.columns.slice(0, shownColumns) ?? [];
  return (
    <>
      <NativeSelect
        label={launchFormWords.dataOrder}
        value={data.order}
        style={{ maxInlineSize: 260 }}
        onChange={(event) => onOrder(event.currentTarget.value as Data['order'])}
        data={dataOrders.map((order) => ({ value: order, label: launchFormWords.dataOrders[order] }))}
      />
      {rows && (
        <div className="stack" style={{ gap: 6 }}>
          <div className="small soft">
            {launchFormWords.dataColumns({ count: rows.columns.length })} · {launchFormWords.dataHolds({ count: rows.rows.length })} ·{' '}
            {launchFormWords.dataUse}{' '}
            {columns.map((column) => (
              <span key={column}>
                <code>{`{{row.${column}}}`}</code>{' '}
              </span>
            ))}
            {rows.columns.length > shownColumns && '…'}
          </div>
          <DataTable
            label={launchFormWords.dataFirst}
            rows={rows.rows.slice(0, shownRows)}
            rowKey={(_, index) => index}
            columns={columns.map((column, at) => ({
              key: column,
              head: column,
              className: launchStyles.dataCell,
              cell: (row: readonly string[]) => shorten(row[at] ?? ''),
            }))}
            foot={
              rows.rows.length > shownRows && (
                <div className="faint">
                  {launchFormWords.dataMore({ count: rows.rows.length - shownRows, shown: formatCount(rows.rows.length - shownRows) })}
                </div>
              )
            }
          />
        </div>
      )}
    </>
  );
}
