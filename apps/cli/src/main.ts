#!/usr/bin/env node
/** `plimsoll`: the command line; and, told so by its first argument, the generator process of `--local`. */
import { serveCommand } from './local/generator.ts';
import { generatorMark } from './local/make-loads.ts';
import { runProgram } from './program.ts';

if (process.argv[2] === generatorMark) serveCommand();
else process.exitCode = await runProgram(process.argv.slice(2));
