/** A pasted command line as words: quotes, continued lines, here-documents and what stands around the command. Nothing is run. */
import { type ImportTool, importTools } from '@plimsoll/contracts/imported-command';
import { refusal } from '@plimsoll/contracts/refusal';
import { split } from 'shlex';
import { ImportError } from '../import-error.ts';

export interface ShellCommand {
  readonly tool: ImportTool;
  /** The words after the tool's name. */
  readonly words: readonly string[];
  /** The command's input: a here-document, or the text that `echo` writes into its pipe. Null: none. */
  readonly input: string | null;
  /** Parts around the command: assignments, other commands, redirections. */
  readonly around: readonly string[];
  /** Variables of the shell, whose values nobody knows here. */
  readonly variables: readonly string[];
}

const ends = /^(\|\|?|&&?|;|\|&)$/;
const redirects = /^(\d*>>?|&>|<)(.*)$/;
const hereMark = /<<-?\s*(["']?)(\w+)\1/;

/** Throws ImportError where a quote is open, or no tool that is known here is named. */
export function readShellCommand(text: string): ShellCommand {
  if (/\s\^"|\^\r?\n/.test(text)) throw new ImportError(refusal('command_cmd_quotes'));
  const { command, document } = takeDocument(text);
  const line = command.replace(/\\\r?\n/g, ' ').replace(/^\s*[$%>]\s+/, '');
  const commands = splitCommands(splitWords(line));
  const at = commands.findIndex((words) => words.some(isTool));
  const words = commands[at];
  if (!words) throw new ImportError(refusal('command_unknown', { got: commands[0]?.[0] ?? '', tools: importTools.join(', ') }));
  const place = words.findIndex(isTool);
  const { kept, removed } = withoutRedirects(words.slice(place + 1));
  const piped = commands[at - 1];
  const echoed = piped?.[0] === 'echo' || piped?.[0] === 'printf' ? readEcho(piped.slice(1)) : null;
  const others = commands.filter((_, index) => index !== at && !(index === at - 1 && echoed !== null));
  return {
    tool: toolOf(words[place] ?? '') as ImportTool,
    words: kept,
    input: document ?? echoed,
    around: [...words.slice(0, place), ...removed, ...others.map((other) => other.join(' '))],
    variables: [...new Set(line.replace(/'[^']*'/g, '').match(/\$\{?[A-Za-z_]\w*\}?|\$\(/g) ?? [])],
  };
}

/** The command without its here-document, and the lines of that. */
function takeDocument(text: string): { readonly command: string; readonly document: string | null } {
  const mark = hereMark.exec(text);
  if (!mark) return { command: text, document: null };
  const lines = text.slice(mark.index).split('\n');
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === mark[2]);
  if (end < 0) return { command: text, document: null };
  const rest = [(lines[0] ?? '').slice(mark[0].length), ...lines.slice(end + 1)].join('\n');
  return { command: text.slice(0, mark.index) + rest, document: lines.slice(1, end).join('\n') };
}

function toolOf(word: string): string {
  const name = word.replace(/^.*[/\\]/, '').replace(/\.exe$/, '');
  return name === 'wrk2' ? 'wrk' : name;
}

function isTool(word: string): boolean {
  return (importTools as readonly string[]).includes(toolOf(word));
}

function splitWords(line: string): string[] {
  try {
    return split(line);
  } catch {
    throw new ImportError(refusal('command_quote'));
  }
}

function splitCommands(words: readonly string[]): string[][] {
  const commands: string[][] = [[]];
  for (const word of words) {
    const last = commands.at(-1) ?? [];
    if (ends.test(word)) commands.push([]);
    else if (word.endsWith(';') && word.length > 1 && !last.at(-1)?.startsWith('-')) {
      last.push(word.slice(0, -1));
      commands.push([]);
    } else last.push(word);
  }
  return commands.filter((command) => command.length > 0);
}

function withoutRedirects(words: readonly string[]): { kept: string[]; removed: string[] } {
  const kept: string[] = [];
  const removed: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const match = redirects.exec(word);
    if (!match) kept.push(word);
    else if (match[2]) removed.push(word);
    else {
      removed.push(`${word} ${words[at + 1] ?? ''}`.trim());
      at += 1;
    }
  }
  return { kept, removed };
}

function readEcho(words: readonly string[]): string {
  return words
    .filter((word) => !/^-[neE]+$/.test(word))
    .join(' ')
    .replaceAll('\\n', '\n');
}
