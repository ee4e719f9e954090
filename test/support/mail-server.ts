import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { Config } from "../../src/infra/config.ts";
import { parseCidrs } from "../../src/infra/net/address.ts";

interface Taken {
  from: string;
  to: string[];
  /** As received, without the line breaks of quoted-printable. */
  text: string;
  /** As received. */
  raw: string;
  user: string | undefined;
}

export interface MailServer {
  /** With the user and password that it requires. */
  url: string;
  taken: Taken[];
  /** Refuses all mail while this is true. */
  refusing: boolean;
  /** Addresses that it refuses for good. */
  unknown: string[];
  /** Knows no address but its own, as a server that relays for nobody does. */
  relaysNothing: boolean;
  stop(): Promise<void>;
}

/** A mail server on loopback that records the mail it accepted. */
export async function startMailServer(): Promise<MailServer> {
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, callback) =>
      password === "pass" ? callback(null, { user: username ?? "" }) : callback(new Error("wrong password")),
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        server.unknown.includes(address)
          ? Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 })
          : server.relaysNothing
            ? Object.assign(new Error("5.7.1 Relay access denied"), { responseCode: 554 })
            : null,
      ),
    onMailFrom: (_address, _session, callback) => callback(server.refusing ? new Error("try later") : null),
    onData(stream, { envelope, user }, callback) {
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        server.taken.push({ from, to, text: plain(text), raw: text, user });
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
    unknown: [],
    relaysNothing: false,
    stop: () => new Promise<void>((resolve) => void smtp.close(resolve)),
  };
  return server;
}

function plain(text: string): string {
  return text.replaceAll("=\r\n", "").replaceAll("=3D", "=").replaceAll("\r\n", "\n");
}

/** The headers of a mail by their names in lower case, and its parts by media type, all decoded. */
export function readMail({ raw }: Taken): { headers: Record<string, string>; parts: Record<string, string> } {
  const { headers, body } = entityIn(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) throw new Error("the mail has one part only");
  const entities = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => entityIn(part.replace(/^\r\n/, "")));
  const parts = entities.map((part) => [part.headers["content-type"]?.split(";")[0], decoded(part)]);
  return { headers, parts: Object.fromEntries(parts) };
}

function entityIn(text: string): { headers: Record<string, string>; body: string } {
  const end = text.indexOf("\r\n\r\n");
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const named = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), withoutEncodedWords(line.slice(colon + 1).trim())];
  });
  return { headers: Object.fromEntries(named), body: text.slice(end + 4) };
}

/** RFC 2047. */
function withoutEncodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(words, "base64").toString()
        : fromQuotedPrintable(words.replaceAll("_", " ")),
    );
}

function decoded({ headers, body }: { headers: Record<string, string>; body: string }): string {
  const encoding = headers["content-transfer-encoding"];
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  return encoding === "quoted-printable" ? fromQuotedPrintable(body) : body.replaceAll("\r\n", "\n");
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll("\r\n", "\n")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
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
