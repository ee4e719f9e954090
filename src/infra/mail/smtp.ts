import type { Mail } from "./mail.ts";

/** If the server does not answer for this long, the mail is retried later. */
const timeoutMs = 20_000;

/** What became of the latest mails since the start. */
export interface MailState {
  lastSentAt: number | null;
  /** Null after a mail that was sent. */
  lastFailure: { readonly at: number; readonly message: string } | null;
}

export interface Mailer {
  readonly state: Readonly<MailState>;
  /** Resolves when the server has accepted the mail, or with the error. */
  send(mail: Mail & { to: string[] }): Promise<Error | undefined>;
}

/** @param url `smtp://` or `smtps://`, with user and password if the server needs them */
export function createMailer(url: string, from: string, now: () => number): Mailer {
  const state: MailState = { lastSentAt: null, lastFailure: null };
  const noteSent = () => {
    Object.assign(state, { lastSentAt: now(), lastFailure: null });
    return undefined;
  };
  const noteFailure = (error: unknown) => {
    const failure = asError(error);
    state.lastFailure = { at: now(), message: failure.message };
    return failure;
  };
  return {
    state,
    async send({ to, subject, text }) {
      // Loaded at the first mail, so that no start waits for it.
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({
        url,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
      });
      // Keeps out-of-office replies away, RFC 3834 §5.
      const headers = { "Auto-Submitted": "auto-generated" };
      return transport.sendMail({ from, to, subject, text, headers }).then(noteSent, noteFailure);
    },
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
