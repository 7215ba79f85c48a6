/** Troubles between the installation and its database, its queue or its archive. Anybody may read them: they hold no name, address or password. */
import { words } from '../words.ts';

export const troubleWords = words('trouble', {
  database: {
    unreachable: 'PostgreSQL cannot be reached at DATABASE_URL. Start it, or check the address and the network.',
    silent: 'PostgreSQL does not answer: it hangs, or packets to it are lost.',
    wrong_password: 'PostgreSQL refuses the user or the password in DATABASE_URL.',
    untrusted_certificate:
      'The certificate of PostgreSQL is not trusted. Name its authority in DATABASE_URL (sslrootcert) or in NODE_EXTRA_CA_CERTS.',
    no_tls: 'PostgreSQL does not speak TLS, and DATABASE_URL asks for it.',
    read_only:
      'PostgreSQL is read-only: DATABASE_URL leads to a standby, or to a server that refuses writes. Work goes on once it accepts them.',
    refuses_connections: 'PostgreSQL accepts no connections now: it is starting, stopping or has none left.',
    disk_full: 'The disk of PostgreSQL is full: free some space. Kept data can be read.',
    other: "PostgreSQL refuses a statement. The log has the server's own words.",
  },
  queue: {
    unreachable: 'Redis cannot be reached at REDIS_URL. Runs begin some seconds later.',
    silent: 'Redis does not answer: it hangs, or packets to it are lost. Runs begin some seconds later.',
    wrong_password: 'Redis refuses the user or the password in REDIS_URL. Runs begin some seconds later.',
    untrusted_certificate:
      'The certificate of Redis is not trusted. Name its authority in NODE_EXTRA_CA_CERTS. Runs begin some seconds later.',
    no_tls: 'Redis does not speak TLS, and REDIS_URL asks for it. Runs begin some seconds later.',
    read_only: 'Redis is read-only: REDIS_URL leads to a replica. Runs begin some seconds later.',
    refuses_connections: 'Redis accepts no commands now: it is loading its data or has lost its master. Runs begin some seconds later.',
    disk_full: 'Redis has no room left. Runs begin some seconds later.',
    other: "Redis refuses a command. The log has the server's own words. Runs begin some seconds later.",
  },
  archive: {
    unreachable:
      'The archive cannot be reached at PLIMSOLL_S3_ENDPOINT. Charts of runs that were moved there wait; nothing is moved or lost.',
    silent: 'The archive does not answer. Charts of runs that were moved there wait; nothing is moved or lost.',
    untrusted_certificate: 'The certificate of the archive is not trusted. Name its authority in NODE_EXTRA_CA_CERTS.',
    wrong_password:
      'The archive refuses PLIMSOLL_S3_ACCESS_KEY_ID, its secret, or what they may do: they need to list, read, write and delete.',
    no_bucket: 'The archive has no bucket of the name in PLIMSOLL_S3_BUCKET. Make it: Plimsoll does not.',
    refuses_connections: 'The archive fails or has too much to do. Charts of runs that were moved there wait; nothing is moved or lost.',
    other: "The archive refuses a request. The log has the server's own words.",
  },
});
