import { Button } from '@mantine/core';
import type { Run } from '@plimsoll/contracts/run';
import { runWords } from '@plimsoll/wording/en/run';
import { IconPencil } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { later } from '../../api/later.ts';
import { useMay } from '../../api/team/may.ts';

const NoteForm = later(() => import('./note-form.tsx'), 'NoteForm');

/** Tags and note can be changed after the fact; the plan cannot. */
export function RunNote({ run }: { run: Run }) {
  const [editing, setEditing] = useState(false);
  const mayEdit = useMay()('run.edit');
  if (editing)
    return (
      <Suspense>
        <NoteForm run={run} onDone={() => setEditing(false)} />
      </Suspense>
    );
  return (
    <div className="row tight no-print" style={{ alignItems: 'flex-start' }}>
      {run.note && (
        <div className="soft" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {run.note}
        </div>
      )}
      {mayEdit && (
        <Button size="compact-sm" variant="subtle" leftSection={<IconPencil size={14} aria-hidden />} onClick={() => setEditing(true)}>
          {run.note ? runWords.editNote : runWords.addNote}
        </Button>
      )}
    </div>
  );
}
