/** Parts of Markdown for a pull request. */

/** Plain spaces, and no sign of a name or a sentence that Markdown or HTML would take for markup. */
export function plainMarkdown(text: string): string {
  return text
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>|#~]/g, (sign) => `\\${sign}`);
}

/** The first column is text, the next `figures` stand to the right, the rest is text. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], figures: number): string {
  const line = (cells: readonly string[]) => `| ${cells.map(plainMarkdown).join(' | ')} |`;
  const rule = head.map((_, i) => (i > 0 && i <= figures ? '---:' : '---'));
  return [line(head), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}

/** Blocks with an empty line between them; empty ones left out. */
export function markdownBlocks(blocks: readonly string[]): string {
  return blocks.filter(Boolean).join('\n\n');
}
