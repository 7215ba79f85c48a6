import { Button } from '@mantine/core';
import { api } from '@plimsoll/contracts/paths';
import { keptExportDays, type TeamExport } from '@plimsoll/contracts/team-export';
import { formatBytes } from '@plimsoll/wording/bytes';
import { formatMoment } from '@plimsoll/wording/date';
import { storageWords } from '@plimsoll/wording/en/storage';
import { formatCount } from '@plimsoll/wording/number';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { makeTeamExport, removeTeamExport, teamExports } from '../../../api/team/team-exports.ts';
import { ConfirmDialog } from '../../../ui/notice/confirm-dialog.tsx';
import { Loaded } from '../../../ui/notice/loaded.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';

/** For admins: one file of all that the team has. */
export function TeamExports() {
  const queryClient = useQueryClient();
  const exports = useQuery(teamExports);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressedGoes = useRef(false);
  const onSettled = () => queryClient.invalidateQueries({ queryKey: teamExports.queryKey });
  /** It shows at once, and the button that was pressed goes with it. */
  const show = (change: (items: readonly TeamExport[]) => TeamExport[]) => {
    pressedGoes.current = true;
    queryClient.setQueryData(teamExports.queryKey, (before) => before && { items: change(before.items) });
  };
  const make = useMutation({
    mutationFn: makeTeamExport,
    onSettled,
    onSuccess: (made) => show((items) => [made, ...without(items, made.id)]),
  });
  const remove = useMutation({ mutationFn: removeTeamExport, onSettled, onSuccess: (_, id) => show((items) => without(items, id)) });
  const shown = exports.data;
  // Whoever pressed it by keyboard stays at this part of the page; who went on meanwhile is left alone.
  useEffect(() => {
    if (shown && pressedGoes.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    pressedGoes.current = false;
  }, [shown]);
  const error = make.error ?? remove.error;
  return (
    <section className="card pad stack" aria-label={storageWords.exports}>
      <div>
        <h2 ref={heading} tabIndex={-1} style={{ justifySelf: 'start' }}>
          {storageWords.exports}
        </h2>
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
                failed={remove.isError && remove.variables === one.id}
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

const without = (items: readonly TeamExport[], id: string) => items.filter((one) => one.id !== id);

interface OneProps {
  readonly one: TeamExport;
  readonly pending: boolean;
  /** It could not be removed. */
  readonly failed: boolean;
  onRemove(): void;
}

function OneExport({ one, pending, failed, onRemove }: OneProps) {
  const { id, state } = one;
  const [asking, setAsking] = useState(false);
  const saidId = useId();
  const button = useRef<HTMLButtonElement>(null);
  // It takes no focus while it loads: where the export could not be removed, the focus comes back to it.
  useEffect(() => {
    if (failed && document.activeElement === document.body) button.current?.focus();
  }, [failed]);
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
          ref={button}
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
