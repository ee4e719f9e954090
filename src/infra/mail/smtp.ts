import type { Mail } from "./mail.ts";

/** A server that does not answer for so long is tried again later. */
const timeoutMs = 20_000;

export interface Mailer {
  /** Resolves when the server has taken it, or with why it did not. */
  send(mail: Mail & { to: string[] }): Promise<Error | undefined>;
}

/** @param url `smtp://` or `smtps://`, with user and password if the server wants them */
export function createMailer(url: string, from: string): Mailer {
  return {
    async send({ to, subject, text }) {
      // Loaded when there is something to send: no start waits for it.
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({
        url,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
      });
      // Nobody's holiday notice answers it, RFC 3834 §5.
      const headers = { "Auto-Submitted": "auto-generated" };
      return transport.sendMail({ from, to, subject, text, headers }).then(() => undefined, asError);
    },
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
