import { Button } from '@mantine/core';
import { commonWords } from '@plimsoll/wording/en/main';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';

/** Copies text, also where the clipboard API is missing (plain http in a lab). */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

export function CopyButton({ text, label }: { text: string | (() => string); label: string }) {
  const [copied, setCopied] = useState(false);
  const onClick = async () => {
    await copyText(typeof text === 'string' ? text : text());
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <Button leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />} onClick={onClick}>
      {copied ? commonWords.copied : label}
    </Button>
  );
}

/** The text, with its button beside it. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <div className="row tight">
      <code style={{ overflowWrap: 'anywhere' }}>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
