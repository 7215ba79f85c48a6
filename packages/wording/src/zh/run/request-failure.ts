/** The reasons why requests failed, in Chinese. */
import type * as en from '../../en/run/request-failure.ts';
import type { Translation } from '../../words.ts';

export const failedOutcome: Translation<typeof en.failedOutcomeWords> = {
  response: '该状态码算作错误。',
  timeout: '在超时时间内没有收到完整的响应。',
  connect_refused: '连接被拒绝。',
  connect_timeout: '在超时时间内无法建立连接。',
  reset: '目标重置了连接。',
  closed_early: '目标在响应完成之前关闭了连接。',
  tls: 'TLS 握手失败。',
  dns: '主机名无法解析。',
  protocol: '响应违反了其协议的规则。',
  refused_by_policy: '目标策略拒绝这个地址。',
  check_failed: '有检查未通过。',
  cut_off: '被截断。',
  no_answer: '没有响应。',
};

export const notConnected: Translation<typeof en.notConnectedWords> = {
  ECONNREFUSED: '到 {{address}} 的连接被拒绝：该端口没有监听。请启动目标，或检查端口。',
  ECONNRESET: '{{address}} 在建连时重置了连接。请检查目标是否接受来自这里的连接。',
  ETIMEDOUT: '{{address}} 没有响应：没有及时建立连接。请检查地址和途中的防火墙。',
  EHOSTUNREACH: '无法到达 {{address}}：网络中没有通往它的路由。请检查地址。',
  ENETUNREACH: '无法到达 {{address}}：网络中没有通往它的路由。请检查地址。',
  EADDRNOTAVAIL: '没有空闲的本地端口可连到 {{address}}。请减少连接，或使用长连接。',
  EMFILE: '没有建立到 {{address}} 的连接：发压端不能再打开更多文件。请提高其上限（ulimit -n）。',
  ENOENT: '{{address}} 处没有套接字。请启动目标，或检查路径。',
  EACCES: '系统不允许连到 {{address}}。请授予发压端相应的权限。',
};

export const notResolved: Translation<typeof en.notResolvedWords> = {
  ENOTFOUND: '没有找到“{{host}}”的地址。请检查拼写。',
  ENODATA: '没有找到“{{host}}”的地址。请检查拼写。',
  EAI_AGAIN: '域名服务器没有应答“{{host}}”的查询。请检查发压端的网络。',
};

export const requestFailure: Translation<typeof en.requestFailureWords> = {
  runOver: '运行已结束。',
  requestGivenUp: '已放弃该请求。',
  givenUpUnsent: '在发送之前就已放弃。',
  connectionGivenUp: '已放弃该连接。',
  connectionGivenUpForAnother: '为另一个请求放弃了该连接。',
  closedBeforeFirstRequest: '目标在第一个请求之前关闭了连接。',
  closedAfterEarlierResponse: '目标在先前的响应之后关闭了连接。',
  lostBeforeAnswer: '连接在响应之前断开。',
  streamClosed: '流已关闭（代码 {{code}}）。',
  streamRefused: '目标拒绝了该流，而请求只发送一次。',
  notProcessed: '目标没有处理请求就关闭了连接。',
  http2Broken: '目标违反了 HTTP/2 的规则（{{code}}）。',
  refusedByUndici: 'undici 不发送这样的请求（{{error}}）。请选择客户端“wire”。',

  notResolvedInTime: '主机名没有及时解析。',
  notResolved: '“{{host}}”无法解析（{{code}}）。',
  notConnected: '{{error}}（{{address}}）',
  http2NotChosen: '目标在 TLS 握手中没有选择 HTTP/2。请把 connection.protocol 设为 http1 或 auto。',

  unasked: '目标在收到请求之前就发来了数据。',
  answeredInTls: '目标在这里使用 TLS，而请求没有用 TLS。请在 URL 中写 https://（gRPC 写 grpcs://）。',
  answeredInHttp1: '目标使用普通的 HTTP/1.1，而请求用的是 HTTP/2。请把 connection.protocol 设为 http1。',
  answeredInHttp2: '目标只支持 HTTP/2，而请求用的是 HTTP/1.1。请把 connection.protocol 设为 http2。',
  answeredWithoutTls: '目标在这个端口不使用 TLS。请在 URL 中写 http://（gRPC 写 grpc://）。',
  http2NotAnswered: '目标没有用 HTTP/2 应答。如果它只支持 HTTP/1.1，请把 connection.protocol 设为 http1。',
  notHttp1: '响应不是以“HTTP/1.”开头。',
  protocolSwitched: '目标未经要求就切换了协议。',
  headTooLong: '响应头超过 {{limit}} 字节。',
  statusLineBroken: '状态行有误：“{{text}}”。',
  headerLineBroken: '有一行响应头有误：“{{text}}”。',
  lengthAndEncoding: '同时给出了 Content-Length 和 Transfer-Encoding。',
  noLength: 'Content-Length“{{text}}”不是长度。',
  chunksBroken: '响应体的分块有误。',
  chunkWithoutSize: '有分块不是以大小开头。',
  chunkSizeTooLong: '分块大小超过 {{limit}} 位。',
  chunkLineTooLong: '分块扩展或尾部超过 {{limit}} 字节。',

  messageTooLarge: '有消息超过 {{limit}} 字节。若要允许更长的消息，请设置 stream.maxMessageBytes。',
  streamPacked: '流以“{{text}}”压缩，因此无法逐条测量消息的时间。请不要在 Accept-Encoding 中要求它。',
  notEventStream: '响应不是事件流：其内容类型是“{{text}}”，并且没有事件到来。',
  streamNotDone: '流结束时没有收到表示结束的消息：“{{text}}”。',
  grpcStatus: '{{status}}：{{text}}',
  grpcNoStatus: '调用结束时没有 gRPC 状态码。',
  grpcNotGrpc: '响应不是 gRPC：其内容类型是“{{text}}”。',
  grpcMessageCut: '调用在消息中途结束。',
  grpcMessageTooLarge: '有消息超过 {{limit}} 字节。',
  grpcMessageUnreadable: '消息的字节无法读取。',
  grpcCompression: '消息以“{{text}}”压缩，而请求并未声明支持它。',
  grpcNoAnswer: '调用以 OK 结束，却没有应答。',
  grpcSeveralAnswers: '只应有一条应答的调用收到了多条消息。',

  wrongStatus: '状态码是 {{got}}，而不是 {{wanted}}。',
  bodyTooLong: '响应体有 {{got}} 字节，超过 {{limit}}。',
  tookTooLong: '耗时 {{got}} ms，超过 {{limit}}。',
  headerMissing: '缺少响应头“{{name}}”。',
  headerLacks: '响应头“{{name}}”不包含“{{text}}”。实际为“{{got}}”。',
  bodyLacks: '响应体不包含“{{text}}”。',
  encodingUnknown: '响应体以“{{encoding}}”压缩，这里不能解压：没有在其中查找。',
  encodingBroken: '响应体声称以“{{encoding}}”压缩，却无法解压。',
  decodedTooLarge: '以“{{encoding}}”压缩的响应体解压后超过 {{limit}} 字节：没有在其中查找。',
  noRoomToDecode: '响应体的内存已满：这个以“{{encoding}}”压缩的响应体没有解压。',
  bodyNotKept: '响应体太大，无法查找 {{path}}。',
  noRoomForBody: '响应体的内存已满：没有查找 {{path}}。',
  bodyNoJson: '响应体不是 JSON：找不到 {{path}}。',
  wrongValue: '{{path}} 是 {{got}}，而不是 {{wanted}}。',
  wrongGrpcStatus: 'gRPC 状态码是 {{got}}，而不是 {{wanted}}。',
  tooFewMessages: '收到 {{got}} 条消息，少于 {{limit}}。',
  tooManyMessages: '收到 {{got}} 条消息，多于 {{limit}}。',
  errorInStream: '流报告了错误：{{text}}',
  messageMissing: '没有收到消息：找不到 {{path}}。',
  messageNotKept: '消息太大，无法查找 {{path}}。',
  noRoomForMessage: '消息的内存已满：没有查找 {{path}}。',
  messageOfOtherType: '其字节不符合类型：找不到 {{path}}。',
  ofMessage: '第 {{number}} 条消息：{{failure}}',
  ofRequest: '{{request}}：{{failure}}',
  noValue: '没有“{{name}}”的值：{{reason}}',
  valueTooLong: '“{{name}}”的值有 {{got}} 个字符，超过 {{limit}}。',
};

export const certificateRefused: Translation<typeof en.certificateRefusedWords> = {
  selfSigned: '“{{subject}}”的证书是自签名的，无法校验（有效至 {{validTo}}，SHA-256 {{fingerprint}}）。',
  unknownIssuer: '“{{subject}}”的证书由“{{issuer}}”签发，这里不信任它（有效至 {{validTo}}，SHA-256 {{fingerprint}}）。',
  expired: '“{{subject}}”的证书由“{{issuer}}”签发，已于 {{validTo}} 过期（SHA-256 {{fingerprint}}）。',
  notYetValid: '“{{subject}}”的证书由“{{issuer}}”签发，从 {{validFrom}} 起才有效（SHA-256 {{fingerprint}}）。',
  otherName: '“{{subject}}”的证书属于其他名称：{{names}}（SHA-256 {{fingerprint}}）。',
};

export const certificateSwitch: Translation<typeof en.certificateSwitchWords> = {
  selfSigned: '要接受它，请粘贴为 connection.tls.ca；要接受任何证书，请把 connection.tls.verify 设为 false。',
  unknownIssuer: '要接受它，请把其签发机构的证书粘贴为 connection.tls.ca；要接受任何证书，请把 connection.tls.verify 设为 false。',
  expired: '若仍要接受它，请把 connection.tls.verify 设为 false。',
  notYetValid: '若仍要接受它，请把 connection.tls.verify 设为 false。',
  otherName: '要请求那个名称，请设置 connection.tls.serverName；要接受任何证书，请把 connection.tls.verify 设为 false。',
};

export const valueAtPath: Translation<typeof en.valueAtPathWords> = { missing: '缺失' };

export const missingValue: Translation<typeof en.missingValueWords> = {
  noRoomToDecode: '响应体的内存已满；这个以“{{encoding}}”压缩。',
  encodingUnknown: '响应体以“{{encoding}}”压缩，这里不能解压。',
  encodingBroken: '响应体声称以“{{encoding}}”压缩，却无法解压。',
  decodedTooLarge: '以“{{encoding}}”压缩的响应体解压后超过 {{limit}} 字节。',
  bodyNotKept: '响应体超过 1 MB。',
  noRoomForBody: '响应体的内存已满。',
  bodyNoJson: '响应体不是 JSON。',
  pathNull: '{{path}} 是 null。',
  pathMissing: '缺少 {{path}}。',
  headerMissing: '缺少响应头“{{name}}”。',
  regexTooSlow: '正则表达式 {{regex}} 耗时超过 {{limit}} ms。',
  regexCaughtNothing: '正则表达式 {{regex}} 没有捕获到内容。',
};
