/** CodeMirror for YAML, and for JSON, which is YAML too; with problems at their lines. A chunk of its own: import it lazily. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';

interface Problem {
  readonly message: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

interface Props {
  readonly label: string;
  readonly value: string;
  readonly problems: readonly Problem[];
  /** One field of a form: as high as its text, Tab leads on, and focus finds it by the pointer. Absent: it is all of the form. */
  readonly inForm?: { readonly pointer: string; readonly describedBy: string };
  onChange(text: string): void;
}

const look = EditorView.theme({
  '&': { fontSize: '13px', backgroundColor: 'var(--card)', color: 'var(--ink)' },
  '.cm-content': {
    fontFamily: 'var(--mono)',
    fontVariantLigatures: 'none',
    padding: '14px 0',
    caretColor: 'var(--ink)',
  },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--ink3)', border: 'none', paddingInlineStart: '6px' },
  // The frame around it shows the focus (.yaml-frame): the gutter would cover an outline of ours.
  '&.cm-focused': { outline: 'none' },
  '.cm-cursor': { borderInlineStartColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--card)', border: '1px solid var(--line)', color: 'var(--ink)' },
});

const wholeForm = EditorView.theme({ '.cm-content': { minBlockSize: '420px' } });
const oneField = EditorView.theme({
  '.cm-content': { padding: '8px 0', minBlockSize: '96px' },
  '.cm-scroller': { maxBlockSize: '360px', overflow: 'auto' },
});

const colours = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--ink)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--ink3)' },
]);

export function YamlEditor({ label, value, problems, inForm, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const calls = useRef(onChange);
  calls.current = onChange;
  const first = useRef(value);
  // Texts that were typed and have not come back as `value` yet: an older text that comes back late must not undo what was typed since.
  const typed = useRef(new Set<string>());
  const { pointer = '', describedBy = '' } = inForm ?? {};
  useEffect(() => {
    if (!host.current) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(),
          history(),
          yaml(),
          indentUnit.of('  '),
          lintGutter(),
          keymap.of([{ key: 'Mod-Enter', run: () => true }, ...defaultKeymap, ...historyKeymap, ...(pointer ? [] : [indentWithTab])]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-label': label,
            ...(pointer ? { 'data-pointer': pointer, 'aria-describedby': describedBy } : {}),
          }),
          look,
          pointer ? oneField : wholeForm,
          syntaxHighlighting(colours),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            const text = update.state.doc.toString();
            typed.current.add(text);
            calls.current(text);
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, pointer, describedBy]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const same = editor.state.doc.toString() === value;
    if (!same && !typed.current.has(value)) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    if (same) typed.current.clear();
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (editor) editor.dispatch(setDiagnostics(editor.state, diagnostics(editor.state, problems)));
  }, [problems]);
  return <div ref={host} />;
}

function diagnostics(state: EditorState, problems: readonly Problem[]): Diagnostic[] {
  return problems.map((problem) => {
    const line = state.doc.line(Math.min(Math.max(1, problem.line ?? 1), state.doc.lines));
    const from = Math.min(line.to, line.from + Math.max(0, (problem.column ?? 1) - 1));
    return { from, to: Math.max(from, line.to), severity: 'error', message: problem.message };
  });
}
