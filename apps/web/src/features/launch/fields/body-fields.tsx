import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { formatBytes } from '@plimsoll/wording/bytes';
import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { useId } from 'react';
import { FieldMessage } from '../../../ui/form/field-error.tsx';
import { errorId, fieldAt, textField } from '../../../ui/form/fields.ts';
import { FileChoice } from '../../../ui/form/file-choice.tsx';
import formStyles from '../../../ui/form/form.module.css';
import launchStyles from '../launch.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { type BodyRow, bodyKinds } from '../values/request-row.ts';
import { base64Bytes, readBase64 } from './file-text.ts';
import { useReadChoice } from './read-choice.ts';

interface Props {
  readonly body: BodyRow;
  /** Where the request stands in the plan. */
  readonly pointer: string;
  onChange(body: BodyRow): void;
}

/** The body of the request: nothing, a text, made-up bytes or a file. */
export function BodyFields({ body, pointer, onChange }: Props) {
  const { error, touch } = useLaunchForm();
  const id = useId();
  const form = { values: body, set: (change: Partial<BodyRow>) => onChange({ ...body, ...change }), error, touch };
  const choose = (kind: BodyRow['kind']) =>
    // A text nobody wrote is no body once another kind is chosen.
    onChange({ ...body, kind, text: kind === 'text' ? (body.text ?? '') : body.text || null, bytes: body.bytes || '1024' });
  return (
    <div className="stack" style={{ gap: 8 }}>
      <div className={formStyles.fieldLabel} id={id}>
        {launchWords.body}
      </div>
      <div>
        <SegmentedControl
          aria-labelledby={id}
          size="xs"
          value={body.kind}
          onChange={(kind) => choose(kind as BodyRow['kind'])}
          data={bodyKinds.map((kind) => ({ value: kind, label: launchFormWords.bodyKind[kind] }))}
        />
      </div>
      {body.kind === 'text' && (
        <Textarea
          {...fieldAt(form, `${pointer}/body`)}
          aria-label={launchFormWords.bodyText}
          value={body.text ?? ''}
          onChange={(event) => form.set({ text: event.currentTarget.value })}
          autosize
          minRows={3}
          maxRows={14}
          spellCheck={false}
          data-mono
        />
      )}
      {body.kind === 'bytes' && (
        <TextInput
          {...textField(form, 'bytes', `${pointer}/bodyBytes`)}
          label={launchFormWords.bodyBytes}
          inputMode="numeric"
          style={{ maxInlineSize: 220 }}
        />
      )}
      {body.kind === 'file' && <BodyFile file={body.file} pointer={`${pointer}/bodyFile`} onChange={(file) => form.set({ file })} />}
    </div>
  );
}

interface FileProps {
  readonly file: BodyRow['file'];
  readonly pointer: string;
  onChange(file: BodyRow['file']): void;
}

function BodyFile({ file, pointer, onChange }: FileProps) {
  const { errorIn } = useLaunchForm();
  const { read, refused } = useReadChoice(readBase64);
  const take = async (chosen: File) => {
    const base64 = await read(chosen);
    if (base64 !== null) onChange({ name: chosen.name.slice(0, 255), base64 });
  };
  return (
    <div className="stack" style={{ gap: 4 }}>
      <div className="row tight">
        <FileChoice onChoose={(chosen) => void take(chosen)} data-pointer={pointer} aria-describedby={errorId(pointer)}>
          {file ? launchFormWords.bodyFileOther : launchFormWords.bodyFile}
        </FileChoice>
        <span className={`small soft ${launchStyles.breakable}`}>
          {file
            ? launchFormWords.bodyFileOf({ name: file.name, size: formatBytes(base64Bytes(file.base64)) })
            : launchFormWords.bodyFileNone}
        </span>
      </div>
      <FieldMessage message={refused ?? errorIn(pointer)} at={pointer} />
    </div>
  );
}
