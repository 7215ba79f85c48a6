/** Setting of the agent, which runs alone, without those of the server. */

/** The agent's token where it does not stand among the arguments: these are shown to everybody on the machine. */
export function readAgentToken(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment.PLIMSOLL_TOKEN;
}
