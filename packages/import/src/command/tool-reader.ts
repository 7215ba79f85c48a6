import type { Draft } from './draft.ts';
import type { ShellCommand } from './shell-command.ts';

/** Reads the words of one tool. `url`: the target where they name none. Throws ImportError where they make no plan. */
export type ToolReader = (command: ShellCommand, url?: string) => Draft;
