/** The process that asks strangers' servers for what is needed beside a load. */
import { type ProofQuestion, proveHost } from '../dial/prove-host.ts';
import { answerAsks } from './answer-asks.ts';
import { askTypes } from './ask-types.ts';

answerAsks({
  askTypes,
  proveHosts: ({ hosts, ownPorts }: { readonly hosts: readonly ProofQuestion[]; readonly ownPorts: readonly number[] }) =>
    Promise.all(hosts.map((host) => proveHost(host, ownPorts))),
});
