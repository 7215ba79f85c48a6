import { type ImportCommand, importedCommandSchema } from '@plimsoll/contracts/imported-command';
import { api } from '@plimsoll/contracts/paths';
import { request } from './client.ts';

/** Reads a command of another tool as a plan. */
export function importCommand(body: ImportCommand) {
  return request(api.importCommand, importedCommandSchema, { method: 'POST', body });
}
