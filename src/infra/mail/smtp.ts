import type { Letter, Mail } from "./mail.ts";

/** If the server does not answer for this long, the mail is retried later. */
const timeoutMs = 20_000;
/** From here on a reply of the server is a refusal for good, RFC 5321 §4.2.1. */
const permanentFrom = 500;

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

/** @param url `smtp://` or `smtps://`, with user and password if the server needs them */
export function createMailer(url: string, from: string, now: () => number): Mailer {
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

/** Whether the server refuses this address for good. Of another sender or text it may think otherwise. */
export function isAddressRefused(failure: Error): boolean {
  const { command, responseCode = 0 } = failure as { command?: string; responseCode?: number };
  return command === "RCPT TO" && responseCode >= permanentFrom;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
