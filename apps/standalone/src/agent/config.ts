/** Setting of the agent, which runs alone, without those of the server. */
import { findSecret } from '@plimsoll/settings/secret-files';

/**
 * The agent's token where it does not stand among the arguments: these are shown to everybody on the machine. PLIMSOLL_TOKEN, or what stands in
 * the file that PLIMSOLL_TOKEN_FILE names; throws Error where that cannot be read.
 */
export function readAgentToken(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return findSecret('PLIMSOLL_TOKEN', environment);
}
