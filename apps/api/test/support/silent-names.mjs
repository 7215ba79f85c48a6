// Loaded before a process's own code: nobody answers for names below silent.example, as a name server that takes questions and says nothing.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const { lookup } = dns;
dns.lookup = (host, ...rest) => (host.endsWith('.silent.example') ? undefined : lookup(host, ...rest));
syncBuiltinESMExports();
