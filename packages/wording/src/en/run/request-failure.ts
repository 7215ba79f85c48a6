/** The reasons why requests failed: in error examples, and where a single failure ends a load. */
import { words } from '../../words.ts';

export const failedOutcomeWords = words('failedOutcome', {
  response: 'The status counts as an error.',
  timeout: 'No complete response within the timeout.',
  connect_refused: 'The connection was refused.',
  connect_timeout: 'The connection could not be opened within the timeout.',
  reset: 'The target reset the connection.',
  closed_early: 'The target closed the connection before its response was complete.',
  tls: 'The TLS handshake failed.',
  dns: 'The host name could not be resolved.',
  protocol: 'The response breaks the rules of its protocol.',
  refused_by_policy: 'The target policy refuses this address.',
  check_failed: 'A check failed.',
  cut_off: 'Cut off.',
  no_answer: 'No answer came.',
});

/** Why a connection could not be opened, by the system's code. */
export const notConnectedWords = words('notConnected', {
  ECONNREFUSED: 'The connection to {{address}} was refused: nothing listens at this port. Start the target, or check the port.',
  ECONNRESET: '{{address}} reset the connection while it was opened. Check that the target takes connections from here.',
  ETIMEDOUT: '{{address}} did not answer: no connection was opened in time. Check the address and any firewall on the way.',
  EHOSTUNREACH: '{{address}} cannot be reached: the network knows no way to it. Check the address.',
  ENETUNREACH: '{{address}} cannot be reached: the network knows no way to it. Check the address.',
  EADDRNOTAVAIL: 'No local port was free for a connection to {{address}}. Use fewer connections, or keep-alive.',
  EMFILE: 'No connection to {{address}} was opened: the generator cannot open more files. Raise its limit (ulimit -n).',
  ENOENT: 'There is no socket at {{address}}. Start the target, or check the path.',
  EACCES: 'The system does not allow a connection to {{address}}. Give the generator the right to it.',
});

/** Why a name has no address, by the resolver's code. */
export const notResolvedWords = words('notResolved', {
  ENOTFOUND: 'No address was found for "{{host}}". Check how it is spelt.',
  ENODATA: 'No address was found for "{{host}}". Check how it is spelt.',
  EAI_AGAIN: 'The name server did not answer for "{{host}}". Check the network of the generator.',
});

export const requestFailureWords = words('requestFailure', {
  runOver: 'The run is over.',
  requestGivenUp: 'The request was given up.',
  givenUpUnsent: 'It was given up before it was sent.',
  connectionGivenUp: 'The connection was given up.',
  connectionGivenUpForAnother: 'The connection was given up for another request.',
  closedBeforeFirstRequest: 'The target closed the connection before its first request.',
  closedAfterEarlierResponse: 'The target closed the connection after an earlier response.',
  lostBeforeAnswer: 'The connection was lost before its answer.',
  streamClosed: 'The stream was closed (code {{code}}).',
  streamRefused: 'The target refused the stream, and a request is sent once.',
  notProcessed: 'The target closed the connection without processing the request.',
  http2Broken: 'The target broke the rules of HTTP/2 ({{code}}).',
  refusedByUndici: 'undici does not send such a request ({{error}}). Choose the client "wire".',

  notResolvedInTime: 'The host name was not resolved in time.',
  notResolved: '"{{host}}" could not be resolved ({{code}}).',
  notConnected: '{{error}} ({{address}})',
  http2NotChosen: 'The target did not choose HTTP/2 in the TLS handshake. Set connection.protocol to http1, or to auto.',

  unasked: 'The target sent data before it was asked.',
  answeredInTls:
    'The target speaks TLS here, and was asked without it. Write https:// (for gRPC grpcs://, for WebSockets wss://) in the URL.',
  answeredInHttp1: 'The target speaks plain HTTP/1.1, and was asked in HTTP/2. Set connection.protocol to http1.',
  answeredInHttp2: 'The target speaks HTTP/2 only, and was asked in HTTP/1.1. Set connection.protocol to http2.',
  answeredWithoutTls: 'The target does not speak TLS at this port. Write http:// (for gRPC grpc://, for WebSockets ws://) in the URL.',
  http2NotAnswered: 'The target did not answer in HTTP/2. If it speaks HTTP/1.1 only, set connection.protocol to http1.',
  notHttp1: 'The response does not begin with "HTTP/1.".',
  protocolSwitched: 'The target switched protocols without being asked.',
  headTooLong: 'The head of the response has more than {{limit}} bytes.',
  statusLineBroken: 'The status line is broken: "{{text}}".',
  headerLineBroken: 'A header line is broken: "{{text}}".',
  lengthAndEncoding: 'Both Content-Length and Transfer-Encoding are given.',
  noLength: 'The Content-Length "{{text}}" is not a length.',
  chunksBroken: 'The chunks of the body are broken.',
  chunkWithoutSize: 'A chunk does not begin with its size.',
  chunkSizeTooLong: 'A chunk size has more than {{limit}} digits.',
  chunkLineTooLong: 'A chunk extension or trailer has more than {{limit}} bytes.',

  messageTooLarge: 'A message has more than {{limit}} bytes. Set stream.maxMessageBytes to allow longer ones.',
  streamPacked: 'The stream is packed as "{{text}}", which cannot be read while it comes. Do not ask for that in Accept-Encoding.',
  streamBroken: 'The stream is said to be packed as "{{text}}", and cannot be unpacked.',
  streamUnpacksTooLarge: 'One read of the stream, packed as "{{text}}", unpacks to more than 16 MiB.',
  notEventStream: 'The answer is no event stream: its content type is "{{text}}", and no event came.',
  streamNotDone: 'The stream ended without the message that ends it: "{{text}}".',
  grpcStatus: '{{status}}: {{text}}',
  grpcNoStatus: 'The call ended without a gRPC status.',
  grpcNotGrpc: 'The response is not gRPC: its content type is "{{text}}".',
  grpcMessageCut: 'The call ended in the middle of a message.',
  grpcMessageTooLarge: 'A message has more than {{limit}} bytes.',
  grpcMessageUnreadable: 'The bytes of a message cannot be read.',
  grpcCompression: 'A message is compressed by "{{text}}", which was not offered.',
  grpcNoAnswer: 'The call ended with OK but without its answer.',
  grpcSeveralAnswers: 'More than one message came, where the call has one answer.',

  webSocketNotUpgraded: 'The target answered {{status}} where it was asked for a WebSocket (101).',
  webSocketNoUpgrade: 'The answer 101 does not say that a WebSocket follows: "Upgrade" or "Sec-WebSocket-Accept" is missing or wrong.',
  webSocketNoSubprotocol: 'The target chose none of the subprotocols that were offered.',
  webSocketOtherSubprotocol: 'The target chose the subprotocol "{{text}}", which was not offered.',
  webSocketOtherExtension: 'The target chose an extension that was not offered, or not so: "{{text}}".',
  webSocketClosed: 'The target closed the WebSocket before its end (code {{code}}): {{text}}',
  webSocketClosedSilently: 'The connection was closed without the close message of a WebSocket.',
  webSocketCloseUnanswered: 'The target did not answer the close message.',
  webSocketMasked: 'A frame from the target is masked, which only clients may do.',
  webSocketNotText: 'A text message is not UTF-8.',
  webSocketNotInflated: 'A compressed message cannot be decompressed.',
  webSocketMessageTooLarge: 'A message has more than {{limit}} bytes.',
  webSocketTooManyPieces: 'A message came in more than {{limit}} pieces.',
  webSocketPingFlood: 'The target sent more than {{limit}} pings in a second.',
  webSocketNoRoom: 'The memory for messages was full: one that had begun was not read to its end.',
  webSocketBroken: 'The target broke the rules of WebSockets: {{text}}',

  wrongStatus: 'The status is {{got}}, not {{wanted}}.',
  bodyTooLong: 'The body has {{got}} bytes, more than {{limit}}.',
  tookTooLong: 'It took {{got}} ms, more than {{limit}}.',
  headerMissing: 'The header "{{name}}" is missing.',
  headerLacks: 'The header "{{name}}" does not contain "{{text}}". Got "{{got}}".',
  bodyLacks: 'The body does not contain "{{text}}".',
  encodingUnknown: 'The body is packed as "{{encoding}}", which cannot be unpacked here: nothing was looked for in it.',
  encodingBroken: 'The body is said to be packed as "{{encoding}}" and cannot be unpacked.',
  decodedTooLarge: 'The body, packed as "{{encoding}}", has more than {{limit}} bytes when unpacked: nothing was looked for in it.',
  noRoomToDecode: 'The memory for bodies was full: this one, packed as "{{encoding}}", was not unpacked.',
  bodyNotKept: 'The body is too large to look for {{path}}.',
  noRoomForBody: 'The memory for bodies was full: {{path}} was not looked for.',
  bodyNoJson: 'The body is not JSON: {{path}} cannot be found.',
  wrongValue: '{{path}} is {{got}}, not {{wanted}}.',
  wrongGrpcStatus: 'The gRPC status is {{got}}, not {{wanted}}.',
  tooFewMessages: '{{got}} messages came, fewer than {{limit}}.',
  tooManyMessages: '{{got}} messages came, more than {{limit}}.',
  noSequence: 'No message has a number at {{path}}.',
  sequenceBroken:
    'Of {{of}} messages with a number at {{path}}, {{repeated}} came again or too late, and {{missing}} numbers were passed over.',
  errorInStream: 'The stream told an error: {{text}}',
  messageMissing: 'No message came: {{path}} cannot be found.',
  messageNotKept: 'It is too large to look for {{path}}.',
  noRoomForMessage: 'The memory for messages was full: {{path}} was not looked for.',
  messageOfOtherType: 'Its bytes do not fit the type: {{path}} cannot be found.',
  ofMessage: 'Message {{number}}: {{failure}}',
  ofRequest: '{{request}}: {{failure}}',
  noValue: 'No value for "{{name}}": {{reason}}',
  valueTooLong: 'The value for "{{name}}" has {{got}} characters, more than {{limit}}.',
});

export const certificateRefusedWords = words('certificateRefused', {
  selfSigned: 'The certificate of "{{subject}}" is self-signed, so it cannot be verified (valid to {{validTo}}, SHA-256 {{fingerprint}}).',
  unknownIssuer:
    'The certificate of "{{subject}}" was issued by "{{issuer}}", which is not trusted here (valid to {{validTo}}, SHA-256 {{fingerprint}}).',
  expired: 'The certificate of "{{subject}}", issued by "{{issuer}}", expired on {{validTo}} (SHA-256 {{fingerprint}}).',
  notYetValid: 'The certificate of "{{subject}}", issued by "{{issuer}}", is valid from {{validFrom}} on only (SHA-256 {{fingerprint}}).',
  otherName: 'The certificate of "{{subject}}" is for another name: {{names}} (SHA-256 {{fingerprint}}).',
});

export const certificateSwitchWords = words('certificateSwitch', {
  selfSigned:
    'To accept it, paste it as trusted authority (connection.tls.ca); to accept any, do not verify certificates (connection.tls.verify: false).',
  unknownIssuer:
    "To accept it, paste its issuer's certificate as trusted authority (connection.tls.ca); to accept any, do not verify certificates (connection.tls.verify: false).",
  expired: 'To accept it all the same, do not verify certificates (connection.tls.verify: false).',
  notYetValid: 'To accept it all the same, do not verify certificates (connection.tls.verify: false).',
  otherName:
    'To ask for that name, set the server name (connection.tls.serverName); to accept any, do not verify certificates (connection.tls.verify: false).',
});

export const valueAtPathWords = words('valueAtPath', { missing: 'missing' });

export const missingValueWords = words('missingValue', {
  noRoomToDecode: 'the memory for bodies was full; this one is packed as "{{encoding}}".',
  encodingUnknown: 'the body is packed as "{{encoding}}", which cannot be unpacked here.',
  encodingBroken: 'the body is said to be packed as "{{encoding}}" and cannot be unpacked.',
  decodedTooLarge: 'the body, packed as "{{encoding}}", has more than {{limit}} bytes when unpacked.',
  bodyNotKept: 'the body has more than 1 MB.',
  noRoomForBody: 'the memory for bodies was full.',
  bodyNoJson: 'the body is not JSON.',
  pathNull: '{{path}} is null.',
  pathMissing: '{{path}} is missing.',
  headerMissing: 'the header "{{name}}" is missing.',
  regexTooSlow: 'the regular expression {{regex}} took more than {{limit}} ms.',
  regexCaughtNothing: 'the regular expression {{regex}} caught nothing.',
});
