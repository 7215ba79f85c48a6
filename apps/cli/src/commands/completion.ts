/** Completions for bash, zsh and fish, made of the commands and options that the program has. */

import { commandWords } from '@plimsoll/wording/command-words';
import type { Command } from 'commander';
import { Fault } from '../result/fault.ts';

interface Completed {
  readonly path: string;
  readonly about: string;
  readonly options: readonly { readonly flag: string; readonly about: string }[];
}

function listCommands(program: Command): Completed[] {
  const walk = (command: Command, path: string): Completed[] => [
    {
      path,
      about: command.description(),
      options: command.options.flatMap(({ long, description }) => (long ? [{ flag: long, about: description }] : [])),
    },
    ...command.commands.flatMap((inner) => walk(inner, `${path} ${inner.name()}`.trim())),
  ];
  return walk(program, '');
}

export function completionScript(program: Command, shell: string): string {
  const commands = listCommands(program);
  if (shell === 'bash') return bash(commands);
  if (shell === 'zsh') return zsh(commands);
  if (shell === 'fish') return fish(commands);
  throw new Fault(commandWords.fault.shell);
}

const namesBelow = (commands: readonly Completed[], path: string) =>
  commands.flatMap((one) => {
    const [name, ...rest] = one.path.slice(path.length).trim().split(' ');
    return one.path.startsWith(path) && name && rest.length === 0 ? [name] : [];
  });

function bash(commands: readonly Completed[]): string {
  const [whole] = commands;
  const globals = (whole?.options ?? []).map(({ flag }) => flag);
  const cases = commands.map(({ path, options }) => {
    const words = [
      ...namesBelow(commands, path === '' ? '' : `${path} `),
      ...options.map(({ flag }) => flag),
      ...(path === '' ? [] : globals),
    ];
    return `    "${path}") words="${[...new Set([...words, '--help'])].join(' ')}" ;;`;
  });
  const known = commands.map(({ path }) => path).filter(Boolean);
  return `_plimsoll() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${known.join(' | ').replaceAll(' | ', '|')} " in
      *"\${path:+$path }$word"*) case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _plimsoll plimsoll
`;
}

/** A word for zsh: its name, and what it is for. */
const described = (name: string, about: string) => `'${`${name}:${about}`.replaceAll("'", "'\\''")}'`;

function zsh(commands: readonly Completed[]): string {
  const [whole] = commands;
  const cases = commands.map(({ path, options }) => {
    const below = namesBelow(commands, path === '' ? '' : `${path} `).map((name) => {
      const { about = '' } = commands.find((one) => one.path === `${path} ${name}`.trim()) ?? {};
      return described(name, about);
    });
    const flags = [...options, ...(path === '' ? [] : (whole?.options ?? []))].map(({ flag, about }) => described(flag, about));
    return `    "${path}") found=(${[...new Set([...below, ...flags])].join(' ')}) ;;`;
  });
  const known = commands.map(({ path }) => path).filter(Boolean);
  // A variable named path would be the shell's own.
  return `#compdef plimsoll
_plimsoll() {
  local at="" word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "|${known.join('|')}|" in
      *"|\${at:+$at }$word|"*) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  _describe -t plimsoll plimsoll found || _files
}
if [ "$funcstack[1]" = _plimsoll ]; then _plimsoll "$@"; else compdef _plimsoll plimsoll; fi
`;
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fish(commands: readonly Completed[]): string {
  const top = commands.filter(({ path }) => path !== '' && !path.includes(' '));
  const lines = commands.flatMap(({ path, about, options }) => {
    const [first, inner] = path.split(' ');
    const seen = first ? `-n '__fish_seen_subcommand_from ${inner ?? first}'` : '';
    const flags = options.map((option) => `complete -c plimsoll ${seen} -l ${option.flag.slice(2)} -d ${quoted(option.about)}`);
    if (!first) return flags;
    const after = inner
      ? `__fish_seen_subcommand_from ${first}`
      : `not __fish_seen_subcommand_from ${top.map((one) => one.path).join(' ')}`;
    return [`complete -c plimsoll -n '${after}' -a ${inner ?? first} -d ${quoted(about)}`, ...flags];
  });
  return `${lines.map((line) => line.replace(/ {2,}/g, ' ')).join('\n')}\n`;
}
