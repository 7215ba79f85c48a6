/** Takes a command of another tool, fills the form with what it asks for, and says what is not part of the plan. */
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { type ImportedCommand, importCommandSchema } from '@plimsoll/contracts/imported-command';
import { commonWords } from '@plimsoll/wording/en/main';
import { pasteWords } from '@plimsoll/wording/en/paste';
import { importCommand } from '../../../api/import-command.ts';
import { textField } from '../../../ui/form/fields.ts';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../../ui/form/judged.ts';
import { useJudgedForm } from '../../../ui/form/judged-form.ts';
import { useSending } from '../../../ui/form/sending.ts';
import { Notice } from '../../../ui/notice/notice.tsx';

interface Props {
  /** The form's own URL: the target where the text names none. */
  readonly url: string;
  onRead(imported: ImportedCommand): void;
  onClose(): void;
}

const judge = ({ text, url }: { text: string; url: string }) => judgeBy(importCommandSchema, url === '' ? { text } : { text, url });

export function PasteDialog({ url, onRead, onClose }: Props) {
  const form = useJudgedForm({ initial: () => ({ text: '', url }), judge });
  // The URL is for texts without one: what the text names goes first.
  const { start, pending, made, refusal } = useSending({ send: importCommand, refuse: form.refuse, done: onRead });
  return (
    <Modal opened onClose={onClose} size={640} title={pasteWords.title} closeButtonProps={{ 'aria-label': commonWords.close }}>
      {made ? (
        <Filled imported={made} onClose={onClose} />
      ) : (
        <form className="stack" noValidate onSubmit={form.attempt(start)}>
          <p className="soft small" style={{ margin: 0 }}>
            {pasteWords.what}
          </p>
          <Textarea
            {...textField(form, 'text')}
            label={pasteWords.text}
            placeholder={pasteWords.example}
            autosize
            minRows={4}
            maxRows={14}
            spellCheck={false}
            data-autofocus
            data-mono
          />
          <TextInput {...textField(form, 'url')} label={pasteWords.url} inputMode="url" spellCheck={false} autoComplete="off" data-mono />
          <FormRefusal error={refusal} />
          <Button type="submit" variant="filled" loading={pending}>
            {pasteWords.read}
          </Button>
        </form>
      )}
    </Modal>
  );
}

function Filled({ imported, onClose }: { imported: ImportedCommand; onClose: () => void }) {
  const { tool, named, unmapped, notes } = imported;
  return (
    <div className="stack">
      <Notice tone="good" announce>
        {pasteWords.filled({ tool })} {!named.load && pasteWords.loadStays} {!named.target && pasteWords.targetStays}
      </Notice>
      {unmapped.length > 0 && (
        <section>
          <h2>{pasteWords.unmapped}</h2>
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
          <h2>{pasteWords.notes}</h2>
          <ul className="parts">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      <Button onClick={onClose}>{commonWords.close}</Button>
    </div>
  );
}
