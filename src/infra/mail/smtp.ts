import { withPublicOnes } from "../net/authorities.ts";
import type { Letter, Mail } from "./mail.ts";

/** If the server does not answer for this long, the mail is retried later. */
const timeoutMs = 20_000;
/** The mailbox is unavailable, or its name not allowed, RFC 5321 §4.2.3. */
const mailboxReplies = [550, 553];
/** The status in a reply that refuses for good, RFC 2034 §4. */
const statusInReply = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/;
/** Of the recipient's address, RFC 3463 §3.2. */
const aboutRecipient = /^5\.1\.[^78]/;
/** Of the sender's address, or of what the server does for this sender, RFC 3463 §3.2 and §3.8. */
const aboutSender = /^5\.(1\.[78]|7\.)/;
/** Servers that know no statuses refuse to relay with the reply of an unknown mailbox. */
const aboutRelaying = /\brelay/i;

/** What became of the latest mails since the start. */
export interface MailState {
  lastSentAt: number | null;
  /** Null after a mail that was sent. */
  lastFailure: { readonly at: number; readonly message: string } | null;
  /** When the first mail failed since the last one that was sent; null after that one. */
  failingSince: number | null;
}

export interface Mailer {
  readonly state: Readonly<MailState>;
  /** Resolves when the server has accepted the mail, or with the error. */
  send(mail: (Mail | Letter) & { to: string[] }): Promise<Error | undefined>;
}

/**
 * @param url `smtp://` or `smtps://`, with user and password if the server needs them
 * @param authorities certificates in PEM that are trusted besides the public authorities
 */
export function createMailer(
  url: string,
  from: string,
  now: () => number,
  authorities: readonly string[] = [],
): Mailer {
  const state: MailState = { lastSentAt: null, lastFailure: null, failingSince: null };
  const noteSent = () => {
    Object.assign(state, { lastSentAt: now(), lastFailure: null, failingSince: null });
    return undefined;
  };
  const noteFailure = (error: unknown) => {
    const failure = asError(error);
    // It says nothing about other addresses.
    if (isAddressRefused(failure)) return failure;
    state.lastFailure = { at: now(), message: failure.message };
    state.failingSince ??= now();
    return failure;
  };
  return {
    state,
    async send(mail) {
      // Loaded at the first mail, so that no start waits for it.
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({
        url,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        ...(authorities.length > 0 && { tls: { ca: await withPublicOnes(authorities) } }),
      });
      return transport.sendMail(messageOf(mail, from)).then(noteSent, noteFailure);
    },
  };
}

function messageOf(mail: Parameters<Mailer["send"]>[0], from: string) {
  const { to, subject, text } = mail;
  // Keeps out-of-office replies away, RFC 3834 §5.
  const headers = { "Auto-Submitted": "auto-generated" };
  if (!("html" in mail)) return { from, to, subject, text, headers };
  const { html, senderName, replyTo, stopUrl, id } = mail;
  const address = addressIn(from);
  return {
    from: { name: senderName, address },
    to,
    subject,
    text,
    html,
    ...(replyTo !== null && { replyTo }),
    messageId: `<${id}@${address.slice(address.lastIndexOf("@") + 1)}>`,
    headers: {
      ...headers,
      // RFC 8058 §3.1.
      "List-Unsubscribe": `<${stopUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** Of `Waybill <waybill@example.com>`, or of the address alone. */
function addressIn(from: string): string {
  return /<([^<>]+)>$/.exec(from)?.[1] ?? from;
}

/**
 * Whether the server refuses this address for good. What it refuses to this sender, such as relaying, is a failure of
 * the installation or its server, which its operator must repair.
 */
export function isAddressRefused(failure: Error): boolean {
  const { command, responseCode = 0, response = "" } = failure as SmtpError;
  if (command !== "RCPT TO") return false;
  const status = statusInReply.exec(response)?.[1];
  if (status === undefined) return mailboxReplies.includes(responseCode) && !aboutRelaying.test(response);
  return aboutRecipient.test(status) || (mailboxReplies.includes(responseCode) && !aboutSender.test(status));
}

/** What nodemailer tells of a reply. */
interface SmtpError extends Error {
  command?: string;
  responseCode?: number;
  response?: string;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
