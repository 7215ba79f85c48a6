#!/usr/bin/env node
/** `plimsoll`: the command line; and, told so by its first argument, the generator process of `--local`. */
import { generatorMark } from './local/generator-messages.ts';

// Neither waits until the other is loaded.
if (process.argv[2] === generatorMark) (await import('./local/generator.ts')).serveCommand();
else process.exitCode = await (await import('./program.ts')).runProgram(process.argv.slice(2));
