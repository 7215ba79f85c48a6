import { Button, SegmentedControl } from '@mantine/core';
import type { GrpcDescription } from '@plimsoll/contracts/grpc-description';
import { callFormWords } from '@plimsoll/wording/en/call-form';
import { Suspense, useId } from 'react';
import { later } from '../../../api/later.ts';
import { errorId } from '../../../ui/form/fields.ts';
import { FileChoice } from '../../../ui/form/file-choice.tsx';
import formStyles from '../../../ui/form/form.module.css';
import { Loading } from '../../../ui/notice/loading.tsx';
import { readText } from '../fields/file-text.ts';
import { useReadChoice } from '../fields/read-choice.ts';
import { TemplateHelp } from '../fields/template-help.tsx';
import { holdsOne } from '../values/call-messages.ts';
import styles from './calls.module.css';
import { callPointer, useCall } from './use-call.ts';
import { exampleText, type Method } from './use-description.ts';
import { type LineProblem, useMessageProblems } from './use-message-problems.ts';

const YamlEditor = later(() => import('../../../ui/yaml-editor.tsx'), 'YamlEditor');
const shownProblems = 5;

interface Props {
  readonly description: GrpcDescription | undefined;
  readonly method: Method | null;
}

/** The messages to send: one or a list, as JSON; misfits are marked at their lines. */
export function MessageFields({ description, method }: Props) {
  const { values: call, set } = useCall();
  const id = useId();
  const { read, refused } = useReadChoice(readText);
  const { problems, fits } = useMessageProblems(description, method);
  const at = `${callPointer}/${call.list ? 'messages' : 'message'}`;
  const upload = async (file: File) => {
    const text = await read(file);
    // Lines of JSON, or a list: several.
    if (text !== null) set({ text, list: !holdsOne(text) });
  };
  const example = method && exampleText(method);
  return (
    <div className="stack" style={{ gap: 8 }}>
      <div className={formStyles.fieldLabel} id={id}>
        {callFormWords.message}
      </div>
      <div className="row tight">
        <SegmentedControl
          aria-labelledby={id}
          size="xs"
          value={call.list ? 'list' : 'one'}
          onChange={(next) => set({ list: next === 'list' })}
          data={[
            { value: 'one', label: callFormWords.one },
            { value: 'list', label: callFormWords.list },
          ]}
        />
        {call.list && (
          <span className="soft small" style={{ flex: '1 1 240px' }}>
            {callFormWords.listWhat[method?.kind ?? 'unknown']}
          </span>
        )}
      </div>
      <div className={styles.frame} data-wrong={problems.length > 0}>
        <Suspense fallback={<Loading rows={3} />}>
          <YamlEditor
            key={at}
            inForm={{ pointer: at, describedBy: errorId(at) }}
            label={call.list ? callFormWords.messagesText : callFormWords.messageText}
            value={call.text}
            problems={problems}
            onChange={(text) => set({ text })}
          />
        </Suspense>
      </div>
      <Problems problems={problems} at={at} refused={refused} />
      {fits && method && (
        <div className="small soft" role="status">
          {callFormWords.fits({ type: method.input })}
        </div>
      )}
      <div className="row tight">
        {example !== null && example !== call.text && (
          <Button size="xs" onClick={() => set({ text: example, list: false })}>
            {callFormWords.example}
          </Button>
        )}
        <FileChoice accept=".json,.jsonl,.ndjson,application/json" onChoose={(file) => void upload(file)}>
          {callFormWords.upload}
        </FileChoice>
      </div>
      <TemplateHelp index={0} intro={callFormWords.templates} more={['messageSeq']} />
    </div>
  );
}

interface ProblemsProps {
  readonly problems: readonly LineProblem[];
  readonly at: string;
  readonly refused: string | null;
}

function Problems({ problems, at, refused }: ProblemsProps) {
  if (problems.length === 0 && refused === null) return null;
  const left = problems.length - shownProblems;
  return (
    <ul className={`plain-list ${styles.problems}`} id={errorId(at)} data-field-error>
      {refused && <li role="alert">{refused}</li>}
      {problems.slice(0, shownProblems).map(({ field, message, line }) => (
        <li key={`${field}${message}`}>
          <span className="num">{callFormWords.line({ line })}:</span> {message}
        </li>
      ))}
      {left > 0 && <li>{callFormWords.more({ count: left })}</li>}
    </ul>
  );
}
