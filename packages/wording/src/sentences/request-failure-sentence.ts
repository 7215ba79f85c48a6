/**
 * The reason why a request failed, as error examples say it. A failure is data until somebody reads it: a load may count thousands a second and keep
 * five.
 */

import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { Refusal } from '@plimsoll/contracts/refusal';
import {
  certificateRefusedWords,
  certificateSwitchWords,
  failedOutcomeWords,
  missingValueWords,
  notConnectedWords,
  notResolvedWords,
  requestFailureWords,
  valueAtPathWords,
} from '../en/run/request-failure.ts';
import { isSaid, say } from '../words.ts';
import { paragraph } from './list.ts';
import { refusalSentence } from './refusal/refusal-sentence.ts';

/** The longest part of a target's text that is shown. */
const shownLength = 200;

/** The reason why the packed body of a response cannot be looked into. `encoding`: as its Content-Encoding says. */
export type UndecodedBody =
  | { readonly kind: 'encodingUnknown' | 'encodingBroken' | 'noRoomToDecode'; readonly encoding: string }
  | { readonly kind: 'decodedTooLarge'; readonly encoding: string; readonly limit: number };

/** The reason why a value of a response could not be taken. */
export type MissingValue =
  | UndecodedBody
  | { readonly kind: 'bodyNotKept' | 'noRoomForBody' | 'bodyNoJson' }
  | { readonly kind: 'pathNull' | 'pathMissing'; readonly path: string }
  | { readonly kind: 'headerMissing'; readonly name: string }
  | { readonly kind: 'regexTooSlow'; readonly regex: string; readonly limit: number }
  | { readonly kind: 'regexCaughtNothing'; readonly regex: string };

/** The failures of a request or its connection before a response was complete. */
export type ConnectionFailure =
  | {
      readonly kind:
        | 'runOver'
        | 'requestGivenUp'
        | 'givenUpUnsent'
        | 'connectionGivenUp'
        | 'connectionGivenUpForAnother'
        | 'closedBeforeFirstRequest'
        | 'closedAfterEarlierResponse'
        | 'lostBeforeAnswer'
        | 'streamRefused'
        | 'notProcessed'
        | 'notResolvedInTime'
        | 'http2NotChosen'
        | 'unasked'
        | 'notHttp1'
        | 'answeredInTls'
        | 'answeredInHttp1'
        | 'answeredInHttp2'
        | 'answeredWithoutTls'
        | 'http2NotAnswered'
        | 'protocolSwitched'
        | 'lengthAndEncoding'
        | 'chunksBroken'
        | 'chunkWithoutSize'
        | 'grpcNoStatus'
        | 'grpcMessageCut'
        | 'grpcMessageUnreadable'
        | 'grpcNoAnswer'
        | 'grpcSeveralAnswers'
        | 'webSocketMasked'
        | 'webSocketNotText'
        | 'webSocketNotInflated'
        | 'webSocketNoRoom'
        | 'webSocketCloseUnanswered'
        | 'webSocketClosedSilently'
        | 'webSocketNoSubprotocol'
        | 'webSocketNoUpgrade';
    }
  | { readonly kind: 'streamClosed'; readonly code: number }
  /** `code`: the name of HTTP/2's error code. */
  | { readonly kind: 'http2Broken'; readonly code: string }
  | { readonly kind: 'refusedByUndici'; readonly error: string }
  | { readonly kind: 'notResolved'; readonly host: string; readonly code: string }
  /** `code`: the system's, as ECONNREFUSED. `error`: the system's or OpenSSL's own words. */
  | { readonly kind: 'notConnected'; readonly code: string; readonly error: string; readonly address: string }
  /** `names`: that it is made for; days as ISO 8601. */
  | {
      readonly kind: 'certificateRefused';
      readonly why: 'selfSigned' | 'unknownIssuer' | 'expired' | 'notYetValid' | 'otherName';
      readonly subject: string;
      readonly issuer: string;
      readonly names: string;
      readonly validFrom: string;
      readonly validTo: string;
      readonly fingerprint: string;
    }
  | { readonly kind: 'refusedTarget'; readonly refusal: Refusal }
  /** `code`: of the close; 1005: it had none. `text`: what the target says of it. */
  | { readonly kind: 'webSocketClosed'; readonly code: number; readonly text: string }
  | { readonly kind: 'webSocketNotUpgraded'; readonly status: number }
  /** The rule that was broken, in the words of the library that reads frames. */
  | { readonly kind: 'webSocketBroken' | 'webSocketOtherSubprotocol' | 'webSocketOtherExtension'; readonly text: string }
  /** `limit`: bytes, pieces or pings. */
  | { readonly kind: 'webSocketMessageTooLarge' | 'webSocketTooManyPieces' | 'webSocketPingFlood'; readonly limit: number }
  /** `status`: its name; `text`: what the target says of it. */
  | { readonly kind: 'grpcStatus'; readonly status: string; readonly text: string }
  /** `limit`: bytes; of a chunk size, digits. */
  | {
      readonly kind: 'messageTooLarge' | 'grpcMessageTooLarge' | 'headTooLong' | 'chunkSizeTooLong' | 'chunkLineTooLong';
      readonly limit: number;
    }
  | { readonly kind: 'streamPacked' | 'streamBroken' | 'streamUnpacksTooLarge' | 'notEventStream' | 'streamNotDone'; readonly text: string }
  | { readonly kind: 'statusLineBroken' | 'headerLineBroken' | 'noLength' | 'grpcNotGrpc' | 'grpcCompression'; readonly text: string };

/** The fault that a check or an extraction found in a complete response. */
export type CheckFailure =
  | UndecodedBody
  | { readonly kind: 'wrongStatus'; readonly got: number; readonly wanted: string }
  | { readonly kind: 'bodyTooLong' | 'tooFewMessages' | 'tooManyMessages'; readonly got: number; readonly limit: number }
  /** Statuses by their names. */
  | { readonly kind: 'wrongGrpcStatus'; readonly got: string; readonly wanted: string }
  | { readonly kind: 'messageMissing' | 'messageNotKept' | 'noRoomForMessage' | 'messageOfOtherType'; readonly path: string }
  | { readonly kind: 'noSequence'; readonly path: string }
  /** `of`: messages with a number there. */
  | { readonly kind: 'sequenceBroken'; readonly path: string; readonly of: number; readonly missing: number; readonly repeated: number }
  /** `number`: which of the messages, from 1. */
  | { readonly kind: 'ofMessage'; readonly number: number; readonly failure: CheckFailure }
  /** `got`: milliseconds; `limit`: as the plan writes it. */
  | { readonly kind: 'tookTooLong'; readonly got: number; readonly limit: string }
  | { readonly kind: 'headerMissing'; readonly name: string }
  | { readonly kind: 'headerLacks'; readonly name: string; readonly text: string; readonly got: string }
  | { readonly kind: 'bodyLacks'; readonly text: string }
  /** The error that a message of a stream told, in the target's words. */
  | { readonly kind: 'errorInStream'; readonly text: string }
  | { readonly kind: 'bodyNotKept' | 'noRoomForBody' | 'bodyNoJson'; readonly path: string }
  /** `got`: undefined if nothing is there. */
  | { readonly kind: 'wrongValue'; readonly path: string; readonly got: unknown; readonly wanted: unknown }
  | { readonly kind: 'noValue'; readonly name: string; readonly reason: MissingValue }
  | { readonly kind: 'valueTooLong'; readonly name: string; readonly got: number; readonly limit: number }
  | { readonly kind: 'ofRequest'; readonly request: string; readonly failure: CheckFailure };

export type RequestFailure = ConnectionFailure | CheckFailure;

/** Does its sentence say that no connection was opened? The meaning of the outcome beside it would say so twice. */
export function saysNotConnected(failure: ConnectionFailure): boolean {
  return failure.kind === 'notResolved' || (failure.kind === 'notConnected' && isSaid(notConnectedWords, failure.code));
}

/** The meaning of an outcome, where nothing more is known. */
export function failedOutcome(outcome: OutcomeKind): string {
  return failedOutcomeWords[outcome];
}

export function requestFailureSentence(failure: RequestFailure): string {
  switch (failure.kind) {
    case 'refusedTarget':
      return refusalSentence(failure.refusal);
    case 'certificateRefused':
      return paragraph([certificateRefusedWords[failure.why](failure), certificateSwitchWords[failure.why]]);
    case 'notConnected':
      return isSaid(notConnectedWords, failure.code) ? notConnectedWords[failure.code](failure) : requestFailureWords.notConnected(failure);
    case 'notResolved':
      return isSaid(notResolvedWords, failure.code) ? notResolvedWords[failure.code](failure) : requestFailureWords.notResolved(failure);
    case 'headerLacks':
      return requestFailureWords.headerLacks({ ...failure, got: failure.got.slice(0, shownLength) });
    case 'wrongValue': {
      const got = JSON.stringify(failure.got)?.slice(0, shownLength) ?? valueAtPathWords.missing;
      return requestFailureWords.wrongValue({ path: failure.path, got, wanted: JSON.stringify(failure.wanted) });
    }
    case 'errorInStream':
      return requestFailureWords.errorInStream({ text: failure.text.slice(0, shownLength) });
    case 'noValue':
      return requestFailureWords.noValue({ name: failure.name, reason: say(missingValueWords[failure.reason.kind], failure.reason) });
    case 'ofMessage':
      return requestFailureWords.ofMessage({ number: failure.number, failure: requestFailureSentence(failure.failure) });
    case 'ofRequest':
      return requestFailureWords.ofRequest({ request: failure.request, failure: requestFailureSentence(failure.failure) });
    default:
      return say(requestFailureWords[failure.kind], { ...failure });
  }
}
