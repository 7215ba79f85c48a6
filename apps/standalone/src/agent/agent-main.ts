/** The agent alone, for a machine that has Node and nothing of ours: `apps/web/scripts/build-beside.ts` makes one file of it. */
import { agentUsage, watchAsAgent } from './agent-command.ts';

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

async function main(): Promise<void> {
  if (await watchAsAgent(process.argv.slice(2), say)) return;
  throw new Error(agentUsage('node plimsoll-agent.mjs'));
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
