/** Takes a command of another tool, fills the form with what it asks for, and says what is not part of the plan. */
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { type ImportedCommand, importCommandSchema } from '@plimsoll/contracts/imported-command';
import { useTranslation } from 'react-i18next';
import { importCommand } from '../../../api/import-command.ts';
import { textField } from '../../../ui/form/fields.ts';
import { judgeBy } from '../../../ui/form/judged.ts';
import { useJudgedForm } from '../../../ui/form/judged-form.ts';
import { isFieldOnly, useSending } from '../../../ui/form/sending.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import '../../../i18n/paste-text.ts';

interface Props {
  /** The form's own URL: the target where the text names none. */
  readonly url: string;
  onRead(imported: ImportedCommand): void;
  onClose(): void;
}

const judge = ({ text, url }: { text: string; url: string }) => judgeBy(importCommandSchema, url === '' ? { text } : { text, url });

export function PasteDialog({ url, onRead, onClose }: Props) {
  const { t } = useTranslation();
  const form = useJudgedForm({ initial: () => ({ text: '', url }), judge });
  // The URL is for texts without one: what the text names goes first.
  const { start, pending, made, refusal } = useSending({ send: importCommand, refuse: form.refuse, done: onRead });
  return (
    <Modal opened onClose={onClose} size={640} title={t('paste.title')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      {made ? (
        <Filled imported={made} onClose={onClose} />
      ) : (
        <form className="stack" noValidate onSubmit={form.attempt(start)}>
          <p className="soft small" style={{ margin: 0 }}>
            {t('paste.what')}
          </p>
          <Textarea
            {...textField(form, 'text')}
            label={t('paste.text')}
            placeholder={t('paste.example')}
            autosize
            minRows={4}
            maxRows={14}
            spellCheck={false}
            data-autofocus
            data-mono
          />
          <TextInput {...textField(form, 'url')} label={t('paste.url')} inputMode="url" spellCheck={false} autoComplete="off" data-mono />
          {refusal && !isFieldOnly(refusal) && <ProblemNotice error={refusal} />}
          <Button type="submit" variant="filled" loading={pending}>
            {t('paste.read')}
          </Button>
        </form>
      )}
    </Modal>
  );
}

function Filled({ imported, onClose }: { imported: ImportedCommand; onClose: () => void }) {
  const { t } = useTranslation();
  const { tool, named, unmapped, notes } = imported;
  return (
    <div className="stack">
      <Notice tone="good" announce>
        {t('paste.filled', { tool })} {!named.load && t('paste.loadStays')} {!named.target && t('paste.targetStays')}
      </Notice>
      {unmapped.length > 0 && (
        <section>
          <h2>{t('paste.unmapped')}</h2>
          <ul className="parts">
            {unmapped.map(({ flag, value, why }) => (
              <li key={`${flag} ${value}`} style={{ overflowWrap: 'anywhere' }}>
                <span>
                  <code>{value === null ? flag : `${flag} ${value}`}</code> <span className="soft">{why}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {notes.length > 0 && (
        <section>
          <h2>{t('paste.notes')}</h2>
          <ul className="parts">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      <Button onClick={onClose}>{t('common.close')}</Button>
    </div>
  );
}
