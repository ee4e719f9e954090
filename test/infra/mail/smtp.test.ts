import { expect, test } from "bun:test";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { createMailer, isAddressRefused } from "../../../src/infra/mail/smtp.ts";
import { authority, vouched, vouchedKey } from "../../support/certificate.ts";
import { startMailServer } from "../../support/mail-server.ts";

const refused = (response: string, command = "RCPT TO") =>
  isAddressRefused(
    Object.assign(new Error("x"), { command, response, responseCode: Number(response.slice(0, 3)) }),
  );

test("only what a server says of the address itself is a refusal of it", () => {
  for (const reply of [
    "550 5.1.1 <a@example.com>: Recipient address rejected: User unknown in relay recipient table",
    "550-5.1.1 The email account does not exist.\n550 5.1.1 Try checking it.",
    "554 5.1.2 Domain not found",
    "550 No such user here",
    "550 5.2.1 The mailbox is disabled",
    "553 5.1.3 Bad address syntax",
    "553 sorry, that address is not in my list",
  ])
    expect([reply, refused(reply)]).toEqual([reply, true]);
  for (const reply of [
    "554 5.7.1 <a@example.com>: Relay access denied",
    "550 5.7.1 Relaying denied",
    "550 relay not permitted",
    "550 5.1.8 <waybill@example.com>: Sender address rejected: Domain not found",
    "530 5.7.0 Authentication required",
    "552 5.2.2 Mailbox full",
    "503 Bad sequence of commands",
    "450 4.1.1 Try later",
  ])
    expect([reply, refused(reply)]).toEqual([reply, false]);
  expect(refused("550 5.1.1 no", "MAIL FROM")).toBe(false);
});

test("a server that relays for nobody has failed, and an address that it does not know has not", async () => {
  const server = await startMailServer();
  try {
    const mailer = createMailer(server.url, "Waybill <waybill@example.com>", () => 5);
    const mail = { to: ["a@example.com"], subject: "x", text: "y" };
    server.unknown = mail.to;
    expect(isAddressRefused((await mailer.send(mail)) as Error)).toBe(true);
    expect(mailer.state.failingSince).toBe(null);
    Object.assign(server, { unknown: [], relaysNothing: true });
    expect(isAddressRefused((await mailer.send(mail)) as Error)).toBe(false);
    expect(mailer.state.failingSince).toBe(5);
    expect(mailer.state.lastFailure?.message).toContain("5.7.1 Relay access denied");
  } finally {
    await server.stop();
  }
});

test("a server with a certificate of an own authority is trusted with that authority only", async () => {
  const subjects: string[] = [];
  const smtp = new SMTPServer({
    ...{ secure: true, cert: vouched, key: vouchedKey, authOptional: true },
    onData(stream, _session, callback) {
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        subjects.push(/^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? "");
        callback();
      });
    },
  });
  // A client that does not trust it closes the connection.
  smtp.on("error", () => {});
  await new Promise<void>((resolve) => void smtp.listen(0, "127.0.0.1", resolve));
  const url = `smtps://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  const mail = { to: ["a@example.com"], subject: "trusted", text: "y" };
  try {
    const trusting = createMailer(url, "Waybill <waybill@example.com>", () => 5, [authority]);
    expect(await trusting.send(mail)).toBeUndefined();
    const plain = createMailer(url, "Waybill <waybill@example.com>", () => 5);
    expect(await plain.send({ ...mail, subject: "untrusted" })).toBeInstanceOf(Error);
    expect(subjects).toEqual(["trusted"]);
  } finally {
    await new Promise<void>((resolve) => void smtp.close(resolve));
  }
});
