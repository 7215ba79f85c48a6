import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import { commonWords } from '@plimsoll/wording/en/main';
import { paletteWords } from '@plimsoll/wording/en/palette';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import styles from './palette.module.css';
import { usePaletteEntries } from './palette-entries.ts';

interface Props {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** Finds runs, plans, pages and actions by name. */
export function Palette({ onClose, onHelp }: Props) {
  const [cameFrom] = useState(() => document.activeElement);
  const close = () => {
    onClose();
    // Once the dialog, which holds the focus, is gone.
    setTimeout(() => cameFrom instanceof HTMLElement && cameFrom.focus({ preventScroll: true }));
  };
  return (
    <Modal
      opened
      onClose={close}
      title={paletteWords.title}
      closeButtonProps={{ 'aria-label': commonWords.close }}
      centered={false}
      yOffset="10vh"
      size={560}
      transitionProps={{ duration: 0 }}
    >
      <Finder onClose={close} onChosen={onClose} onHelp={onHelp} />
    </Modal>
  );
}

/** A field with its listbox below it, which is always open. */
function Finder({ onClose, onChosen, onHelp }: Props & { readonly onChosen: () => void }) {
  const [text, setText] = useState('');
  const asked = text.trim();
  const sections = usePaletteEntries(asked, onHelp);
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const entries = sections.flatMap((section) => section.entries);
  const shown = entries.map(({ key }) => key).join(' ');
  const { selectFirstOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows stand there.
  useEffect(() => void selectFirstOption(), [shown, selectFirstOption]);
  const first = entries[0];
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        onChosen();
        entries.find((entry) => entry.key === key)?.act();
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute autoComplete="off">
        <TextInput
          data-autofocus
          aria-label={paletteWords.title}
          placeholder={paletteWords.hint}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          maxLength={200}
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options aria-label={paletteWords.title} className={styles.found ?? ''}>
        {sections.map((section) => (
          <Combobox.Group key={section.title} label={section.title}>
            {section.entries.map(({ key, label, note }) => (
              <Combobox.Option key={key} value={key} className={styles.foundOne ?? ''}>
                <span className={styles.foundName}>{label}</span>
                {note && <span className={styles.foundNote}>{note}</span>}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <p className={first ? 'sr-only' : styles.foundNothing} role="status">
        {first
          ? asked && paletteWords.found({ count: entries.length, first: first.label })
          : asked && paletteWords.nothing({ text: asked })}
      </p>
    </Combobox>
  );
}
