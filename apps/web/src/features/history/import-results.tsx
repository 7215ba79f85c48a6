import { Button, CloseButton, FileButton, TextInput } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import { mostResultBytes, mostWholeBytes } from '@plimsoll/contracts/import-result';
import { runsWords } from '@plimsoll/wording/en/app';
import { commonWords } from '@plimsoll/wording/en/main';
import { resultsWords } from '@plimsoll/wording/en/results';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { importResult } from '../../api/imports.ts';
import { run as runQuery } from '../../api/runs.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { ProgressBar } from '../../ui/notice/progress-bar.tsx';
import styles from './import-results.module.css';

const mostGigabytes = mostResultBytes / 1024 ** 3;
const mostMegabytes = mostWholeBytes / 1024 ** 2;

interface Props {
  /** Was dropped before this was there. */
  readonly dropped: File | null;
  readonly onClose: () => void;
}

/** Takes a result file of another tool, by drop or by choice, and opens the run that it became. */
export function ImportResults({ dropped, onClose }: Props) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [url, setUrl] = useState('');
  const [sent, setSent] = useState(0);
  const [over, setOver] = useState(false);
  const choose = useRef<HTMLButtonElement>(null);
  const bring = useMutation({
    mutationFn: (from: { file: File; url?: string }) => importResult({ ...from, onProgress: setSent }),
    onSuccess: async (run) => {
      queryClient.setQueryData(runQuery(run.id).queryKey, run);
      await queryClient.invalidateQueries({ queryKey: ['runs'] });
      await navigate({ to: '/runs/$runId', params: { runId: run.id } });
    },
  });
  const tooLarge = file !== null && file.size > mostResultBytes;
  const { mutate, reset } = bring;
  const take = (taken: File | null | undefined) => {
    if (!taken) return;
    reset();
    setFile(taken);
    setSent(0);
    if (taken.size <= mostResultBytes) mutate({ file: taken });
  };
  const first = useRef(take);
  useEffect(() => {
    choose.current?.focus();
    first.current(dropped);
  }, [dropped]);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!bring.isPending) take(event.dataTransfer.files[0]);
  };
  const asksUrl = isProblem(bring.error) && bring.error.errors.some(({ field }) => field === '/url');
  return (
    <section
      className={`${styles.zone} ${over ? styles.over : ''}`}
      aria-label={runsWords.import}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className="row tight" style={{ inlineSize: '100%' }}>
        <b style={{ marginInlineStart: 'auto' }}>{resultsWords.drop}</b>
        <CloseButton className="push" aria-label={commonWords.close} onClick={onClose} />
      </div>
      <p className="small soft">{resultsWords.what({ most: mostMegabytes, mostLines: mostGigabytes })}</p>
      {bring.isPending && file ? (
        <div className={styles.progress}>
          <p className="small" role="status">
            {(sent < 1 ? resultsWords.sending : resultsWords.reading)({ file: file.name })}
          </p>
          <ProgressBar label={resultsWords.sending({ file: file.name })} percent={Math.round(100 * sent)} />
        </div>
      ) : (
        <FileButton onChange={take}>
          {(props) => (
            <Button {...props} ref={choose} leftSection={<IconFileImport size={15} aria-hidden />}>
              {resultsWords.choose}
            </Button>
          )}
        </FileButton>
      )}
      {tooLarge && (
        <Notice tone="bad" announce>
          {resultsWords.tooLarge({ file: file.name, most: mostGigabytes })}
        </Notice>
      )}
      {bring.error && (
        <div>
          <b className="small">{file?.name}</b>
          <ProblemNotice error={bring.error} />
        </div>
      )}
      {asksUrl && file && (
        <form
          className={styles.url}
          onSubmit={(event) => {
            event.preventDefault();
            mutate({ file, url: url.trim() });
          }}
        >
          <TextInput
            label={resultsWords.url}
            description={resultsWords.urlWhy}
            placeholder="http://127.0.0.1:8080/"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" variant="filled" disabled={url.trim() === ''}>
            {resultsWords.send}
          </Button>
        </form>
      )}
    </section>
  );
}
