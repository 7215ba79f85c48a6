import { launchingWords } from '@plimsoll/wording/en/app';
import { launchWords } from '@plimsoll/wording/en/launch';
import { useEffect } from 'react';
import type { FormProblem } from '../../ui/form/judged.ts';
import yamlEditorStyles from '../../ui/yaml-editor.module.css';
import { YamlEditor } from '../../ui/yaml-editor.tsx';
import styles from './yaml-pane.module.css';

interface Props {
  readonly text: string | null;
  readonly problems: readonly FormProblem[];
  onChange(text: string): void;
  /** Fills the editor from the form when the page was opened in YAML. */
  onOpen(): Promise<unknown>;
}

export function YamlPane({ text, problems, onChange, onOpen }: Props) {
  useEffect(() => {
    if (text === null) void onOpen();
  }, [text, onOpen]);
  return (
    <div className={`card ${yamlEditorStyles.yamlFrame}`}>
      {text !== null && <YamlEditor label={launchWords.yamlLabel} value={text} problems={problems} onChange={onChange} />}
      {problems.length > 0 && (
        <ul className={styles.yamlProblems} aria-label={launchWords.yamlProblems}>
          {problems.map((problem) => (
            <li key={`${problem.line}${problem.field}${problem.message}`}>
              <span className="faint num">{problem.line ? launchingWords.line({ line: problem.line }) : problem.field}</span>{' '}
              {problem.message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
