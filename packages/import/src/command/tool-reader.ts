import type { Draft } from './draft.ts';
import type { ShellCommand } from './shell-command.ts';

/** Reads the words of one tool. Throws ImportError where they make no plan. */
export type ToolReader = (command: ShellCommand) => Draft;
