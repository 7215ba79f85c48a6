/** Sends mails through the server that SMTP_URL names. Nobody else imports nodemailer, which is loaded with the first mail. */
import type { ChosenLanguage } from '@plimsoll/contracts/account';
import { inSpan, noTraces, type Traces } from '@plimsoll/telemetry/spans';
import type { Mail } from '@plimsoll/wording/mail-text';
import type { FastifyBaseLogger } from 'fastify';
import { inLanguageOf } from '../http/reader-language.ts';

export interface AddressedMail extends Mail {
  readonly to: string;
}

export interface Mailer {
  /** Throws where the server does not take it, within some 20 s. */
  send(mail: AddressedMail): Promise<void>;
}

export interface MailerOptions {
  readonly smtpUrl: string;
  /** Address the mails come from, with a name or without. */
  readonly from: string;
}

const connectTimeoutMs = 5000;
const answerTimeoutMs = 10_000;

/** A header of a mail has one line. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export function openMailer({ smtpUrl, from }: MailerOptions, traces: Traces = noTraces): Mailer {
  const attributes = { 'server.address': new URL(smtpUrl).hostname };
  return {
    send: (mail) => inSpan(traces, 'send mail', { kind: 'client', attributes }, () => send(mail)),
  };

  async function send({ to, subject, text }: AddressedMail): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: answerTimeoutMs,
    });
    // Given as an object it is one address, whatever is written in it.
    await transport.sendMail({ from, to: { name: '', address: to }, subject: oneLine(subject), text });
  }
}

/** The person a mail goes to, and reads it in this language. */
export interface Receiver {
  readonly email: string;
  readonly language: ChosenLanguage;
}

/** For what a lost mail must not undo: answers whether the server took it, and logs why it did not. */
export async function tryToMail(mailer: Mailer, log: FastifyBaseLogger, to: Receiver, write: () => Mail): Promise<boolean> {
  try {
    await mailer.send({ to: to.email, ...inLanguageOf(to.language, write) });
    return true;
  } catch (error) {
    log.warn({ err: error }, 'a mail was not sent');
    return false;
  }
}
