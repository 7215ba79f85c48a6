/** The commands and their options, and what becomes of their errors. */
import { commandWords } from '@plimsoll/wording/command-words';
import { Command, CommanderError } from 'commander';
import type { Context, GlobalOptions } from './commands/context.ts';
import { exampleNames } from './out/out-kinds.ts';
import { ownVersion } from './own-version.ts';
import { type ExitReason, exitCodes } from './result/exit-code.ts';
import { Fault } from './result/fault.ts';
import type { Made } from './result/made.ts';
import { readError } from './result/read-error.ts';
import { openScreen, type Screen } from './terminal/screen.ts';

const { commands, options: text } = commandWords;
const several = (value: string, before: string[] = []) => [...before, value];

/** Ctrl-C is told to these, which end what they began. Of the others nothing goes on. */
const windingDown = ['run', 'ab', 'capacity', 'agent', 'mcp'];
const stopped = () => new DOMException('', 'AbortError');

/** Resolves to the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  const screen = openScreen();
  let reason: ExitReason = 'fine';
  let running = '';
  const stop = new AbortController();
  const program = buildProgram((load, name) => async (...given) => {
    running = name;
    const deed = (await load()) as Deed;
    const globals = program.opts<GlobalOptions>();
    const onObject = globals.json ? (object: object) => void process.stdout.write(`${JSON.stringify(object)}\n`) : null;
    reason = await deed({ screen, server: globals.server, onObject, stop: stop.signal }, ...given);
  });
  process.on('SIGINT', () => {
    if (stop.signal.aborted) process.exit(exitCodes.stopped);
    if (!windingDown.includes(running)) process.exit(exitCodes[sayError(screen, stopped(), program.opts<GlobalOptions>().json ?? false)]);
    screen.note(commandWords.progress.stopping);
    stop.abort();
  });
  process.on('SIGTERM', () => stop.abort());
  // Nobody reads the result of a load any more: it is not made for nothing. Progress may go unread.
  onClosedPipe(process.stdout, () => stop.abort());
  onClosedPipe(process.stderr, () => undefined);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCodes[reason];
  } catch (error) {
    return exitCodes[sayError(screen, tellArguments(program, args, error), program.opts<GlobalOptions>().json ?? false)];
  }
}

function onClosedPipe(stream: NodeJS.WriteStream, then: () => void): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    then();
  });
}

type Deed = (context: Context, ...given: never[]) => ExitReason | Promise<ExitReason>;
/** A command is imported once it is asked for: each needs little of what all of them need. */
type LoadDeed = () => Promise<unknown>;
type Act = (load: LoadDeed, name: string) => (...given: never[]) => Promise<void>;

function buildProgram(act: Act): Command {
  const program = new Command('plimsoll')
    .description(commandWords.about)
    .version(ownVersion)
    .option('--server <url>', text.server)
    .option('--json', text.json)
    .exitOverride()
    // Said by sayError, with the exit code.
    .configureOutput({ outputError: () => undefined })
    .enablePositionalOptions(false)
    .configureHelp({ showGlobalOptions: true });
  const command = (parent: Command, name: string, about: string, load: LoadDeed) =>
    parent
      .command(name)
      .description(about)
      .action(act(load, name.replace(/ .*/, '')) as never);
  const made = (one: Command, of: Made['kind']) =>
    one.option('--out <file>', text.out({ names: exampleNames(of) }), several).option('--strict', text.strict);
  const localised = (one: Command) => one.option('--local', text.local).option('--allow <host>', text.allow, several);
  const timed = (one: Command) => one.option('--rate <number>', text.rate).option('--duration <time>', text.duration);
  const requested = (one: Command) =>
    one.option('-H, --header <line>', text.header, several).option('--method <name>', text.method).option('--body <text>', text.body);

  const loaded = (one: Command) => localised(requested(one)).option('--threshold <expression>', text.threshold, several);

  const run = command(program, 'run <plan>', commands.run, async () => (await import('./commands/run.ts')).run);
  loaded(timed(made(run, 'run')))
    .option('--tag <name=value>', text.tag, several)
    .option('--note <text>', text.note);
  const ab = command(program, 'ab', commands.ab, async () => (await import('./commands/ab.ts')).ab);
  loaded(timed(made(ab, 'comparison')))
    .requiredOption('--base <source>', text.base)
    .requiredOption('--head <source>', text.head)
    .option('--base-cmd <command>', text.baseCmd)
    .option('--head-cmd <command>', text.headCmd)
    .option('--ready <url>', text.ready)
    .option('--ready-within <time>', text.readyWithin, '30s')
    .option('--restarts <number>', text.restarts)
    .option('--logs <folder>', text.logs)
    .option('--tag <name=value>', text.tag, several)
    .option('--plan <file>', text.plan)
    .option('--detect <share>', text.detect, '3%')
    .option('--max <time>', text.max, '10m');
  const capacity = command(program, 'capacity <plan>', commands.capacity, async () => (await import('./commands/capacity.ts')).capacity);
  loaded(made(capacity, 'capacity'))
    .option('--start <rate>', text.start, '100')
    .option('--most <rate>', text.most, '10000')
    .option('--precision <share>', text.precision)
    .option('--duration <time>', text.duration)
    .option('--tag <name=value>', text.tag, several);
  const compare = command(
    program,
    'compare <base> <candidate>',
    commands.compare,
    async () => (await import('./commands/compare.ts')).compare,
  );
  made(compare, 'comparison');
  command(
    program.command('plan').description(commands.plan),
    'check <file>',
    commands.check,
    async () => (await import('./commands/plan-check.ts')).checkPlan,
  );
  command(program, 'import [file]', commands.import, async () => (await import('./commands/files.ts')).importFile)
    .option('--command <line>', text.command)
    .option('--name <text>', text.name)
    .option('--url <url>', text.importUrl);
  command(program, 'export <run>', commands.export, async () => (await import('./commands/files.ts')).exportRun)
    .option('--format <kind>', text.format)
    .option('-o, --output <file>', text.output);
  command(program, 'comment <file>', commands.comment, async () => (await import('./commands/comment.ts')).comment)
    .option('--name <text>', text.commentName)
    .option('--pull-request <number>', text.pullRequest);
  command(program, 'login [server]', commands.login, async () => (await import('./commands/login.ts')).login)
    .option('--browser', text.browser)
    .option('--typed', text.typed)
    .option('--token-stdin', text.tokenStdin);
  command(program, 'open [what]', commands.open, async () => (await import('./commands/open.ts')).open);
  command(program, 'agent', commands.agent, async () => (await import('./commands/agent.ts')).agent)
    .option('--host', text.watchHost)
    .option('--pid <number>', text.watchPid)
    .option('--port <number>', text.watchPort)
    .option('--name <text>', text.watchName);
  command(program, 'mcp', commands.mcp, async () => (await import('./commands/mcp.ts')).serveMcp);
  command(program, 'completion <shell>', commands.completion, async () => {
    const { completionScript } = await import('./commands/completion.ts');
    return (_: Context, shell: string) => {
      process.stdout.write(completionScript(program, shell));
      return 'fine';
    };
  });
  return program;
}

/** What commander says of arguments, and where the options are listed: the whole list would push it out of sight. */
function tellArguments(program: Command, args: readonly string[], error: unknown): unknown {
  if (!(error instanceof CommanderError) || error.exitCode === 0 || error.code === 'commander.help') return error;
  const { commands: known } = program;
  const named = known.find((one) => args.includes(one.name()))?.name();
  const said = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  return new Fault(`${said}\n${commandWords.result.helpOf({ command: named ? `${named} ` : '' })}`);
}

/** A person reads it on standard error, a program as the last line of standard output. */
function sayError(screen: Screen, error: unknown, json: boolean): ExitReason {
  // commander has shown its help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 'fine' : 'usage';
  const { reason, message } = readError(error);
  const { [reason]: code } = exitCodes;
  if (json) process.stdout.write(`${JSON.stringify({ event: 'error', message, exit: { code, reason } })}\n`);
  else {
    screen.clear();
    if (message !== '') screen.note(message);
    screen.note(screen.paint(commandWords.result.exit({ code, reason: commandWords.exit[reason] }), 'bad'));
  }
  return reason;
}
