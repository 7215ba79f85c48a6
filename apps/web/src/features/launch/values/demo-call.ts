/** The demo target's gRPC service in the form. Its knobs are metadata of the call. */
import { type CallRow, emptyCall } from './call-row.ts';

/** A call that can be run as it stands; a method and a message that somebody wrote stay. */
export function asDemoCall(call: CallRow): CallRow {
  if (call.call !== '') return { ...call, definition: 'reflection' };
  return { ...emptyCall, call: 'plimsoll.demo.Demo/Echo', text: JSON.stringify({ text: '' }, null, 2) };
}
