import { Button, Modal, TextInput } from '@mantine/core';
import { type ColumnMap, guessColumns } from '@plimsoll/contracts/resource-columns';
import { placeRows } from '@plimsoll/contracts/resource-file';
import { readResourceTable } from '@plimsoll/contracts/resource-table';
import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { commonWords } from '@plimsoll/wording/en/main';
import { targetWords } from '@plimsoll/wording/en/target';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { uploadResources } from '../../../api/resources.ts';
import { FieldMessage } from '../../../ui/form/field-error.tsx';
import { FileChoice } from '../../../ui/form/file-choice.tsx';
import formStyles from '../../../ui/form/form.module.css';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { ColumnFields } from './column-fields.tsx';
import { readTable, tableOfPoints } from './table-of-points.ts';
import { UploadPreview } from './upload-preview.tsx';

interface Props {
  readonly run: Run;
  readonly points: readonly Point[];
  readonly onClose: () => void;
}

interface Opened {
  readonly name: string;
  readonly table: ReturnType<typeof readResourceTable>;
}

/** Reads a file of the target's resources here, shows it over the run, and only then keeps it. */
export function UploadDialog({ run, points, onClose }: Props) {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [map, setMap] = useState<ColumnMap>({});
  const [timezone, setTimezone] = useState('');
  const [offset, setOffset] = useState('0');
  const [source, setSource] = useState('');
  const open = async (file: File) => {
    const table = readResourceTable(await readTable(file));
    setOpened({ name: file.name, table });
    setSource(file.name.slice(0, 80));
    if ('error' in table) return;
    setMap(guessColumns(table.columns));
    setTimezone(table.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  };
  const offsetMs = Math.round(Number(offset.replace(',', '.')) * 1000);
  const startMs = Date.parse(run.startedAt ?? run.createdAt);
  const endMs = Date.parse(run.endedAt ?? run.createdAt);
  const placed = useMemo(() => {
    if (!opened) return null;
    const { table } = opened;
    if ('error' in table) return table;
    return placeRows(table, { timezone, offsetMs: Number.isFinite(offsetMs) ? offsetMs : 0, startMs, endMs, columns: map });
  }, [opened, timezone, offsetMs, startMs, endMs, map]);
  const readable = placed && 'points' in placed ? placed : null;
  const keep = useMutation({
    mutationFn: () => uploadResources(run.id, source.trim(), tableOfPoints(readable?.points ?? [])),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['resources', run.id] });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} size={760} title={targetWords.upload} closeButtonProps={{ 'aria-label': commonWords.close }}>
      <div className="stack">
        <p className="small soft">{targetWords.uploadWhat}</p>
        <div className="row tight">
          <FileChoice accept=".csv,.tsv,.txt,.log,text/*" onChoose={(file) => void open(file)}>
            {opened?.name ?? targetWords.choose}
          </FileChoice>
        </div>
        {opened && !('error' in opened.table) && (
          <>
            <ColumnFields columns={opened.table.columns} map={map} onChange={setMap} />
            <div className={formStyles.fields3}>
              <TextInput
                label={targetWords.timezone}
                value={timezone}
                onChange={(event) => setTimezone(event.currentTarget.value)}
                placeholder="Europe/Berlin"
              />
              <TextInput
                label={targetWords.offset}
                value={offset}
                onChange={(event) => setOffset(event.currentTarget.value)}
                inputMode="decimal"
                error={!Number.isFinite(offsetMs)}
              />
              <TextInput
                label={targetWords.source}
                value={source}
                onChange={(event) => setSource(event.currentTarget.value)}
                maxLength={80}
              />
            </div>
          </>
        )}
        <FieldMessage message={placed && 'error' in placed ? refusalSentence(placed.error) : null} />
        {readable && <UploadPreview points={points} file={readable} source={source} />}
        {keep.error && <ProblemNotice error={keep.error} />}
        <Button
          variant="filled"
          disabled={!readable || source.trim() === '' || !Number.isFinite(offsetMs)}
          loading={keep.isPending}
          onClick={() => keep.mutate()}
        >
          {targetWords.keep}
        </Button>
      </div>
    </Modal>
  );
}
