import { Button } from '@mantine/core';
import { api } from '@plimsoll/contracts/paths';
import { keptExportDays, type TeamExport } from '@plimsoll/contracts/team-export';
import { formatBytes } from '@plimsoll/wording/bytes';
import { formatMoment } from '@plimsoll/wording/date';
import { storageWords } from '@plimsoll/wording/en/storage';
import { formatCount } from '@plimsoll/wording/number';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { makeTeamExport, removeTeamExport, teamExports } from '../../../api/team/team-exports.ts';
import { ConfirmDialog } from '../../../ui/notice/confirm-dialog.tsx';
import { Loaded } from '../../../ui/notice/loaded.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';

/** For admins: one file of all that the team has. */
export function TeamExports() {
  const queryClient = useQueryClient();
  const exports = useQuery(teamExports);
  const onSettled = () => queryClient.invalidateQueries({ queryKey: teamExports.queryKey });
  const make = useMutation({ mutationFn: makeTeamExport, onSettled });
  const remove = useMutation({ mutationFn: removeTeamExport, onSettled });
  const error = make.error ?? remove.error;
  return (
    <section className="card pad stack" aria-label={storageWords.exports}>
      <div>
        <h2>{storageWords.exports}</h2>
        <p className="small soft" style={{ margin: '4px 0 0' }}>
          {storageWords.exportsWhat({ days: keptExportDays })}
        </p>
      </div>
      <Loaded query={exports}>
        {({ items }) => (
          <>
            {items.map((one) => (
              <OneExport
                key={one.id}
                one={one}
                pending={remove.isPending && remove.variables === one.id}
                onRemove={() => remove.mutate(one.id)}
              />
            ))}
            {items.every(({ state }) => state !== 'waiting') && (
              <div>
                <Button loading={make.isPending} onClick={() => make.mutate()}>
                  {storageWords.exportAsk}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {error && <ProblemNotice error={error} />}
    </section>
  );
}

function OneExport({ one, pending, onRemove }: { one: TeamExport; pending: boolean; onRemove: () => void }) {
  const { id, state } = one;
  const [asking, setAsking] = useState(false);
  const saidId = useId();
  return (
    <div className="stack" style={{ gap: 8 }}>
      <div id={saidId}>
        {state === 'failed' ? (
          <Notice tone="bad">{stateWords(one)}</Notice>
        ) : (
          <p className="small" style={{ margin: 0 }} role="status">
            {stateWords(one)}
          </p>
        )}
      </div>
      <div className="row tight">
        {state === 'ready' && (
          <Button
            component="a"
            href={api.teamExportFile(id)}
            download
            aria-describedby={saidId}
            size="compact-sm"
            variant="filled"
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            {storageWords.exportDownload}
          </Button>
        )}
        <Button
          size="compact-sm"
          aria-describedby={saidId}
          loading={pending}
          onClick={() => (state === 'ready' ? setAsking(true) : onRemove())}
        >
          {state === 'waiting' ? storageWords.exportStop : storageWords.exportRemove}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={storageWords.exportRemoveAsk}
        text={storageWords.exportRemoveText}
        action={storageWords.exportRemove}
        pending={pending}
        onConfirm={() => {
          setAsking(false);
          onRemove();
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

function stateWords({ state, failure, askedBy, askedAt, runs, bytes, endedAt, expiresAt }: TeamExport): string {
  const at = formatMoment(askedAt);
  if (state === 'failed') return storageWords.exportFailed[failure ?? 'given_up']({ at });
  const count = formatCount(runs);
  if (state === 'waiting') return storageWords.exportWaiting({ who: askedBy?.name ?? storageWords.exportSomebody, at, runs: count });
  const until = formatMoment(expiresAt ?? askedAt);
  return storageWords.exportReady({ at: formatMoment(endedAt ?? askedAt), runs: count, bytes: formatBytes(bytes ?? 0), until });
}
