/** Ways to write a place that no load may reach. */

/** Refused in every mode: where clouds hand out credentials, everybody at once, nobody in particular. */
const everywhere = [
  'http://169.254.169.254/',
  'http://169.254.169.254./',
  'http://169.254.169.254:80/latest/meta-data/',
  'HTTP://169.254.169.254/',
  'http:169.254.169.254/',
  'http:/169.254.169.254/',
  'http:///169.254.169.254/',
  'http:\\\\169.254.169.254\\',
  'http://user@169.254.169.254/',
  'http://127.0.0.1@169.254.169.254/',
  'http://127.0.0.1:80@169.254.169.254/',
  'http://169.254.169.254#@127.0.0.1/',
  'http://169.254.169.254?@127.0.0.1/',
  'http://169.254.169.254\\@127.0.0.1/',
  'http://169.254.\t169.254/',
  'http://169.254.169.\n254/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0XA9FEA9FE/',
  'http://025177524776/',
  'http://0251.0376.0251.0376/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://0xa9.254.0251.254/',
  'http://00000251.254.169.254/',
  'http://169.254.43518/',
  'http://169.16689662/',
  'http://%31%36%39.254.169.254/',
  'http://１６９.２５４.１６９.２５４/',
  'http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/',
  'http://169。254。169。254/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
  'http://[::169.254.169.254]/',
  'http://[::a9fe:a9fe]/',
  'http://[::ffff:0:a9fe:a9fe]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://[2002:a9fe:a9fe:1::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fd00:0ec2:0:0:0:0:0:0254]/',
  'http://[fd00:ec2::0.0.2.84]/',
  'http://[FD00:EC2::23]/',
  'http://[fd20:ce::254]/',
  'http://168.63.129.16/',
  'http://0xa83f8110/',
  'http://[::ffff:168.63.129.16]/',
  'http://100.100.100.200/',
  'http://1684301000/',
  'http://192.0.0.192/',
  'http://169.254.170.2/',
  'http://169.254.170.23/',
  'http://metadata.google.internal/',
  'http://METADATA.google.internal./',
  'http://metadata.goog/',
  'http://metadata/',
  'http://instance-data/',
  'http://0.0.0.0/',
  'http://0/',
  'http://[::]/',
  'http://[::ffff:0.0.0.0]/',
  'http://255.255.255.255/',
  'http://0xffffffff/',
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://[ff02::1]/',
  'http://[::ffff:224.0.0.1]/',
  'http://127.0.0.1:4300/',
  'http://127.0.0.2:5432/',
  'http://127.1:4300/',
  'http://2130706433:4300/',
  'http://0x7f.1:6379/',
  'http://017700000001:4300/',
  'http://localhost:4300/',
  'http://LOCALHOST.:5432/',
  'http://app.localhost:4300/',
  'http://[::1]:4300/',
  'http://[0:0:0:0:0:0:0:1]:5432/',
  'http://[::ffff:127.0.0.1]:4300/',
  'http://[::ffff:7f00:1]:6379/',
  'http://[64:ff9b::7f00:1]:4300/',
  'http://[2002:7f00:1::]:4300/',
  'http://127.0.0.1:9000/',
  'http://localhost:4318/v1/metrics',
  'http://10.0.0.7:9000/',
  'http://10.0.0.7:4300/',
  'http://100.64.0.7:6379/',
  'http://8.8.8.8:5432/',
];

/** Refused unless an operator listed them. */
const unlisted = [
  'http://10.0.0.1/',
  'http://0x0a000001/',
  'http://012.0.0.1/',
  'http://10.1/',
  'http://192.168.1.1/',
  'http://3232235777/',
  'http://172.16.0.1/',
  'http://100.64.0.1/',
  'http://169.254.3.4/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:0:a00:1]/',
  'http://[64:ff9b::a00:1]/',
  'http://[2002:a00:1::]/',
  'http://[fd12:3456::1]/',
  'http://intranet.example/',
];

/** Refused to loads unless an operator listed them; messages may go there. */
const others = ['http://8.8.8.8/', 'http://134744072/', 'http://[2001:4860:4860::8888]/'];

export interface Spelling {
  readonly text: string;
  /** The policies under which it is tried; `lab` and `wide` allow all that may be allowed, `messages` is that of what is told to others. */
  readonly policies: readonly ('standalone' | 'lab' | 'wide' | 'messages')[];
}

export const spellings: readonly Spelling[] = [
  ...everywhere.map((text) => ({ text, policies: ['standalone', 'lab', 'wide', 'messages'] as const })),
  ...unlisted.map((text) => ({ text, policies: ['standalone', 'messages'] as const })),
  ...others.map((text) => ({ text, policies: ['standalone'] as const })),
];

/** Of API, Postgres, Redis, archive and the receiver of OpenTelemetry. */
export const ownPorts = [4300, 5432, 6379, 9000, 4318];

/** The addresses that the test's machine resolves these names to. */
export const names: Readonly<Record<string, string>> = {
  'metadata.google.internal': '169.254.169.254',
  'metadata.goog': '169.254.169.254',
  metadata: '169.254.169.254',
  'instance-data': '169.254.169.254',
  localhost: '127.0.0.1',
  'app.localhost': '127.0.0.1',
  'intranet.example': '10.0.0.1',
};
