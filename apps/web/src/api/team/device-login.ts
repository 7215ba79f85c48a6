import { waitingDeviceSchema } from '@plimsoll/contracts/device-login';
import { api } from '@plimsoll/contracts/paths';
import { command, request } from '../client.ts';

export function lookAtDevice(userCode: string) {
  return request(api.waitingDevice, waitingDeviceSchema, { method: 'POST', body: { userCode } });
}

export function decideDevice(decision: { userCode: string; approve: boolean }): Promise<void> {
  return command(api.decideDevice, { method: 'POST', body: decision });
}
