import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { Config } from "../../src/infra/config.ts";
import { parseCidrs } from "../../src/infra/net/address.ts";

interface Taken {
  from: string;
  to: string[];
  /** As received, without the line breaks of quoted-printable. */
  text: string;
  user: string | undefined;
}

export interface MailServer {
  /** With the user and password that it requires. */
  url: string;
  taken: Taken[];
  /** Refuses all mail while this is true. */
  refusing: boolean;
  stop(): Promise<void>;
}

/** A mail server on loopback that records the mail it accepted. */
export async function startMailServer(): Promise<MailServer> {
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, callback) =>
      password === "pass" ? callback(null, { user: username ?? "" }) : callback(new Error("wrong password")),
    onMailFrom: (_address, _session, callback) => callback(server.refusing ? new Error("try later") : null),
    onData(stream, { envelope, user }, callback) {
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        server.taken.push({ from, to, text: plain(text), user });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => void smtp.listen(0, "127.0.0.1", resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const server: MailServer = {
    url: `smtp://mailer:pass@127.0.0.1:${port}`,
    taken: [],
    refusing: false,
    stop: () => new Promise<void>((resolve) => void smtp.close(resolve)),
  };
  return server;
}

function plain(text: string): string {
  return text.replaceAll("=\r\n", "").replaceAll("=3D", "=").replaceAll("\r\n", "\n");
}

/** The token in a mail with a link. */
export function tokenIn({ text }: Taken): string {
  const token = /\/dashboard\/(?:verify-email|reset-password)#(\S+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link in ${text}`);
  return token;
}

/** Settings of a server that sends mail, and tells clients apart by `X-Forwarded-For`. */
export const mailSettings = ({ url }: MailServer): Partial<Config> => ({
  smtpUrl: url,
  smtpFrom: "waybill@example.com",
  publicUrl: "http://waybill.example.com",
  trustedProxies: parseCidrs(["127.0.0.1/32"]),
});
