import { Button, Textarea, TextInput } from '@mantine/core';
import { formatBytes } from '@plimsoll/wording/bytes';
import { callFormWords } from '@plimsoll/wording/en/call-form';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FieldMessage } from '../../../ui/form/field-error.tsx';
import { fieldAt } from '../../../ui/form/fields.ts';
import { FileChoice } from '../../../ui/form/file-choice.tsx';
import { RemoveButton } from '../../../ui/form/row-buttons.tsx';
import { mostDefinitionBytes, readText } from '../fields/file-text.ts';
import { useReadChoice } from '../fields/read-choice.ts';
import type { ProtoFile } from '../values/call-row.ts';
import styles from './calls.module.css';
import { callPointer, useCall } from './use-call.ts';

/** A text longer than this is shown by its size, not edited: each key would cost too long. */
const longestEdited = 100_000;
const at = `${callPointer}/proto`;

/** The file of that name is replaced, so that one that was mended can be uploaded again. */
function withFiles(files: readonly ProtoFile[], added: readonly ProtoFile[]): ProtoFile[] {
  const kept = files.map((file) => added.find(({ name }) => name === file.name) ?? file);
  return [...kept, ...added.filter(({ name }) => !files.some((file) => file.name === name))];
}

/** Texts of .proto files: uploaded several at once, or pasted. */
export function ProtoFiles() {
  const { values: call, update } = useCall();
  const { read, refused } = useReadChoice(readText, mostDefinitionBytes);
  /** The file that was just begun, or is being looked at. */
  const [opened, setOpened] = useState<number | null>(null);
  const upload = async (chosen: readonly File[]) => {
    const added: ProtoFile[] = [];
    for (const file of chosen) {
      const text = await read(file);
      if (text === null) return;
      added.push({ name: (file.webkitRelativePath || file.name).slice(-255), text });
    }
    update(({ proto }) => ({ proto: withFiles(proto, added) }));
  };
  const paste = () => {
    setOpened(call.proto.length);
    update(({ proto }) => ({ proto: [...proto, { name: `file${proto.length + 1}.proto`, text: '' }] }));
  };
  const change = (index: number, next: Partial<ProtoFile>) =>
    update(({ proto }) => ({ proto: proto.map((file, place) => (place === index ? { ...file, ...next } : file)) }));
  return (
    <div className="stack" style={{ gap: 8 }}>
      {call.proto.map((file, index) => (
        <ProtoRow
          // biome-ignore lint/suspicious/noArrayIndexKey: files are edited in place
          key={index}
          file={file}
          index={index}
          opened={opened === index}
          onOpen={() => setOpened(opened === index ? null : index)}
          onChange={(next) => change(index, next)}
          onRemove={() => {
            setOpened(null);
            update(({ proto }) => ({ proto: proto.toSpliced(index, 1) }));
          }}
        />
      ))}
      <div className="row tight">
        <FileChoice multiple accept=".proto" onChoose={(files) => void upload(files)} data-pointer={at}>
          {callFormWords.protoUpload}
        </FileChoice>
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={paste}>
          {callFormWords.protoPaste}
        </Button>
      </div>
      <FieldMessage message={refused} />
    </div>
  );
}

interface RowProps {
  readonly file: ProtoFile;
  readonly index: number;
  readonly opened: boolean;
  onOpen(): void;
  onChange(next: Partial<ProtoFile>): void;
  onRemove(): void;
}

function ProtoRow({ file, index, opened, onOpen, onChange, onRemove }: RowProps) {
  const form = useCall();
  const { name, text } = file;
  const long = text.length > longestEdited;
  return (
    <div className="stack" style={{ gap: 6 }}>
      <div className={styles.proto}>
        <TextInput
          {...fieldAt(form, `${at}/${index}/name`)}
          aria-label={callFormWords.protoName({ row: index + 1 })}
          placeholder="shop/order.proto"
          value={name}
          spellCheck={false}
          data-mono
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Button
          size="xs"
          variant="subtle"
          aria-expanded={opened}
          disabled={long}
          onClick={onOpen}
          aria-label={callFormWords.protoEdit({ name })}
        >
          {formatBytes(new Blob([text]).size)}
        </Button>
        <RemoveButton label={callFormWords.protoRemove({ name })} onRemove={onRemove} />
      </div>
      {long && <div className="small soft">{callFormWords.protoLarge}</div>}
      {opened && !long && (
        <Textarea
          {...fieldAt(form, `${at}/${index}/text`)}
          aria-label={callFormWords.protoText({ name })}
          placeholder={'syntax = "proto3";\npackage shop;\n…'}
          value={text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
          autosize
          minRows={5}
          maxRows={18}
          spellCheck={false}
          data-mono
          data-autofocus
        />
      )}
    </div>
  );
}
