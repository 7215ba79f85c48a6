/** The process that asks strangers' servers for what is needed beside a load, or before it. */
import { askTypes } from '../ask/ask-types.ts';
import { type ProofQuestion, proveHost } from '../ask/prove-host.ts';
import { shareMachine } from '../ask/same-machine.ts';
import { sendOne } from '../ask/send-one.ts';
import { answerAsks } from './answer-asks.ts';

answerAsks({
  askTypes,
  sendOne,
  shareMachine,
  proveHosts: ({ hosts, ownPorts }: { readonly hosts: readonly ProofQuestion[]; readonly ownPorts: readonly number[] }) =>
    Promise.all(hosts.map((host) => proveHost(host, ownPorts))),
});
