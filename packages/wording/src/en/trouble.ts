/** Troubles between the installation and its database or its queue. Anybody may read them: they hold no name, address or password. */
import { words } from '../words.ts';

export const troubleWords = words('trouble', {
  database: {
    unreachable: 'PostgreSQL cannot be reached where DATABASE_URL leads. Start it, or mend the way there.',
    silent: 'PostgreSQL does not answer: it hangs, or packets to it are lost.',
    wrong_password: 'PostgreSQL refuses the user or the password in DATABASE_URL.',
    untrusted_certificate:
      'The certificate of PostgreSQL is not trusted. Name its authority in DATABASE_URL (sslrootcert) or in NODE_EXTRA_CA_CERTS.',
    no_tls: 'PostgreSQL speaks no TLS where DATABASE_URL asks for it.',
    read_only:
      'PostgreSQL can only be read: DATABASE_URL leads to a standby, or to a server that is set to refuse writes. Work goes on once it leads to one that takes them.',
    refuses_connections: 'PostgreSQL takes no connections now: it starts, stops or has none left.',
    disk_full: 'The disk of PostgreSQL is full: free some space. Kept data can be read.',
    other: "PostgreSQL refuses what is asked. The log has the server's own words.",
  },
  queue: {
    unreachable: 'Redis cannot be reached where REDIS_URL leads. Runs begin some seconds later.',
    silent: 'Redis does not answer: it hangs, or packets to it are lost. Runs begin some seconds later.',
    wrong_password: 'Redis refuses the user or the password in REDIS_URL. Runs begin some seconds later.',
    untrusted_certificate:
      'The certificate of Redis is not trusted. Name its authority in NODE_EXTRA_CA_CERTS. Runs begin some seconds later.',
    no_tls: 'Redis speaks no TLS where REDIS_URL asks for it. Runs begin some seconds later.',
    read_only: 'Redis can only be read: REDIS_URL leads to a replica. Runs begin some seconds later.',
    refuses_connections: 'Redis takes no commands now: it loads its data or has lost its master. Runs begin some seconds later.',
    disk_full: 'Redis has no room left. Runs begin some seconds later.',
    other: "Redis refuses what is asked. The log has the server's own words. Runs begin some seconds later.",
  },
});
