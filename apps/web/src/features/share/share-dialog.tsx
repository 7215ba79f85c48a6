import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core';
import { createShareSchema, type Hideable, hideable } from '@plimsoll/contracts/share';
import { formatDay } from '@plimsoll/wording/date';
import { commonWords } from '@plimsoll/wording/en/main';
import { shareWords } from '@plimsoll/wording/en/share';
import { IconCheck, IconEyeOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { createShare } from '../../api/shares.ts';
import { ShareList } from '../../domain/share/share-list.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { textField } from '../../ui/form/fields.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import styles from './share-dialog.module.css';

const days = ['1', '7', '30', '90', '365'];

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly runId?: string;
  readonly comparisonId?: string;
  readonly experimentId?: string;
}

/** The shared thing: one of the three. */
type Shared = Pick<Props, 'runId' | 'comparisonId' | 'experimentId'>;
const nameKind = ({ runId, comparisonId }: Shared) => (runId ? 'Run' : comparisonId ? 'Comparison' : 'Experiment');

/** Says exactly what becomes public before it does. */
export function ShareDialog({ opened, onClose, ...shared }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={560}
      title={shareWords[`title${nameKind(shared)}`]}
      closeButtonProps={{ 'aria-label': commonWords.close }}
    >
      {opened && (
        <div className="stack">
          <ShareForm shared={shared} />
          <ShareList filter={(share) => (Object.keys(shared) as (keyof Shared)[]).every((id) => share[id] === shared[id])} quiet />
        </div>
      )}
    </Modal>
  );
}

interface ShareValues {
  readonly shared: Shared;
  readonly hide: readonly Hideable[];
  readonly days: string;
}

const judge = ({ shared, hide, days }: ShareValues) => judgeBy(createShareSchema, { ...shared, expiresInDays: Number(days), hide });

function ShareForm({ shared }: { shared: Shared }) {
  const queryClient = useQueryClient();
  const form = useJudgedForm({ initial: (): ShareValues => ({ shared, hide: [], days: '30' }), judge });
  const { start, pending, made, refusal } = useSending({
    send: createShare,
    refuse: form.refuse,
    done: () => queryClient.invalidateQueries({ queryKey: ['shares'] }),
  });
  if (made) return <Created url={new URL(made.url, window.location.origin).href} expiresAt={made.expiresAt} />;
  const publicParts = shareWords[`public${nameKind(shared)}`];
  const neverParts = shareWords.never;
  return (
    <form className="stack" noValidate onSubmit={form.attempt(start)}>
      <div className={styles.shareLists}>
        <PartList title={shareWords.publicTitle} parts={publicParts} icon="public" />
        <PartList title={shareWords.neverTitle} parts={neverParts} icon="never" />
      </div>
      <Checkbox.Group
        label={shareWords.hide}
        description={shareWords.hideNames}
        value={[...form.values.hide]}
        onChange={(next) => form.set({ hide: next as Hideable[] })}
      >
        <div className="row" style={{ marginBlockStart: 6 }}>
          {hideable.map((part) => (
            <Checkbox key={part} size="xs" value={part} label={shareWords.hideable[part]} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        {...textField(form, 'days', '/expiresInDays')}
        label={shareWords.expiry}
        data={days.map((value) => ({ value, label: shareWords.days({ count: Number(value) }) }))}
      />
      {refusal && <ProblemNotice error={refusal} />}
      <Button type="submit" variant="filled" loading={pending}>
        {shareWords.create}
      </Button>
    </form>
  );
}

function PartList({ title, parts, icon }: { title: string; parts: readonly string[]; icon: 'public' | 'never' }) {
  const Icon = icon === 'public' ? IconCheck : IconEyeOff;
  return (
    <div>
      <h2>{title}</h2>
      <ul className="parts">
        {parts.map((part) => (
          <li key={part}>
            <Icon size={14} aria-hidden color={icon === 'public' ? 'var(--good)' : 'var(--ink3)'} />
            {part}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Created({ url, expiresAt }: { url: string; expiresAt: string }) {
  const link = useRef<HTMLInputElement>(null);
  // The button that made it is gone.
  useEffect(() => link.current?.focus(), []);
  return (
    <div className="stack" style={{ gap: 10 }}>
      <TextInput ref={link} label={shareWords.link} value={url} readOnly data-mono onFocus={(event) => event.currentTarget.select()} />
      <div className="row">
        <CopyButton text={url} label={shareWords.copy} />
        <Button component="a" href={url} target="_blank" rel="noreferrer">
          {shareWords.open}
        </Button>
        <span className="soft small">{shareWords.until({ day: formatDay(expiresAt) })}</span>
      </div>
      <h2>{shareWords.elsewhere}</h2>
      <Snippet label={shareWords.embed} text={embedCode(url)} copy={shareWords.copyEmbed} />
      <Snippet label={shareWords.badge} text={`[![Plimsoll](${url}/badge.svg)](${url})`} copy={shareWords.copyBadge} />
    </div>
  );
}

function embedCode(url: string): string {
  return `<iframe src="${url}/embed" title="Plimsoll" width="100%" height="440" style="border:0" loading="lazy"></iframe>`;
}

function Snippet({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div className="row nowrap" style={{ alignItems: 'end' }}>
      <TextInput label={label} value={text} readOnly data-mono style={{ flex: 1 }} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={text} label={copy} />
    </div>
  );
}
