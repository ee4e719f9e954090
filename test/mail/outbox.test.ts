import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { write } from "../../src/deps.ts";
import { queueMail } from "../../src/mail/outbox.ts";
import { createClock, type TestClock, wakeJobs } from "../support/clock.ts";
import { databaseRows } from "../support/database.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { eventually, startServer, type TestServer } from "../support/harness.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

interface Taken {
  from: string;
  to: string[];
  text: string;
  user: string | undefined;
}

/** A mail server on loopback that keeps what it took, and refuses while `refusing`. */
let taken: Taken[] = [];
let refusing = false;
const smtp = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  onAuth: ({ username, password }, _session, callback) =>
    password === "pass" ? callback(null, { user: username ?? "" }) : callback(new Error("wrong password")),
  onMailFrom: (_address, _session, callback) => callback(refusing ? new Error("try later") : null),
  onData(stream, { envelope, user }, callback) {
    let text = "";
    stream.on("data", (chunk) => {
      text += chunk;
    });
    stream.on("end", () => {
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), text, user });
      callback();
    });
  },
});

let server: TestServer;
let clock: TestClock;
let receiver: Receiver;

beforeAll(async () => {
  await new Promise<void>((resolve) => void smtp.listen(0, "127.0.0.1", resolve));
  const { port } = smtp.server.address() as AddressInfo;
  receiver = startReceiver();
  clock = createClock();
  server = await startServer({
    replacements: { clock },
    config: {
      smtpUrl: `smtp://mailer:pass@127.0.0.1:${port}`,
      smtpFrom: "Waybill <waybill@example.com>",
      publicUrl: "https://waybill.example.com",
    },
  });
});
afterEach(() => {
  taken = [];
  refusing = false;
});
afterAll(async () => {
  await receiver.stop();
  await server.stop();
  await new Promise<void>((resolve) => void smtp.close(resolve));
});

const path = `${platform}/webhooks`;
const mails = () => databaseRows(server)["sandbox.mails"] ?? [];

test("an endpoint that is gone: its account's people are told which, why and what to do, and nobody else", async () => {
  const account = await server.account();
  await server.account();
  receiver.answer = () => new Response("", { status: 410 });
  const input = { url: receiver.url, events: ["shipment.created"], description: "Order system" };
  const { body } = await account.sandbox.post(path, input);
  await createShipment(account.sandbox);
  const mail = await eventually("the mail", () => taken[0]);
  expect(mail).toMatchObject({ from: "waybill@example.com", to: [account.email], user: "mailer" });
  const text = mail.text.replaceAll("=\r\n", "");
  expect(text).toContain("From: Waybill <waybill@example.com>");
  expect(text).toContain(`Subject: Webhook endpoint disabled (sandbox): ${new URL(receiver.url).host}`);
  expect(text).toContain("Auto-Submitted: auto-generated");
  for (const part of [receiver.url, "Order system", body.id, "wants no more", "enable the endpoint"]) {
    expect(text).toContain(part);
  }
  expect(text).toContain(`https://waybill.example.com/dashboard/sandbox/webhooks/${body.id}`);
  await eventually("an empty outbox", () => (mails().length === 0 ? true : undefined));
  expect(taken).toHaveLength(1);
});

test("its people are told once a day, however often it is enabled and gone again", async () => {
  const account = await server.account();
  receiver.answer = () => new Response("", { status: 410 });
  const { body } = await account.sandbox.post(path, { url: receiver.url, events: ["webhook.test"] });
  const goneAgain = async () => {
    await account.sandbox.patch(`${path}/${body.id}`, { enabled: true });
    await account.sandbox.post(`${path}/${body.id}/test`);
    await eventually("an end of it", async () =>
      (await account.sandbox.get(`${path}/${body.id}`)).body.disabled_reason === "gone" ? true : undefined,
    );
    await eventually("an empty outbox", () => (mails().length === 0 ? true : undefined));
  };
  for (let times = 0; times < 3; times += 1) await goneAgain();
  expect(taken).toHaveLength(1);
  clock.advance(86_400);
  await goneAgain();
  expect(taken).toHaveLength(2);
});

test("an endpoint that its owner disables is no news", async () => {
  const account = await server.account();
  const { body } = await account.sandbox.post(path, { url: receiver.url, events: ["webhook.test"] });
  await account.sandbox.patch(`${path}/${body.id}`, { enabled: false });
  expect(mails()).toEqual([]);
  expect(taken).toEqual([]);
});

const queue = (accountId: string) =>
  write(server.deps, "sandbox", (writing) => queueMail(writing, accountId, { subject: "s", text: "t" }));

test("a server that refuses is tried again, after longer and longer waits, and given up in the end", async () => {
  const { accountId } = await server.account();
  refusing = true;
  await queue(accountId);
  for (const [index, waitSeconds] of [60, 300, 1800, 7200, 21_600, 86_400].entries()) {
    const attempts = index + 1;
    await eventually(`attempt ${attempts}`, () => (mails()[0]?.attempts === attempts ? true : undefined));
    expect(mails()).toMatchObject([{ due_at: clock.now() + waitSeconds * 1000 }]);
    clock.advance(waitSeconds);
    await wakeJobs(server.deps);
  }
  await eventually("giving it up", () => (mails().length === 0 ? true : undefined));
  expect(taken).toEqual([]);
});

test("what was refused once is sent by the next attempt", async () => {
  const { accountId, email } = await server.account();
  refusing = true;
  await queue(accountId);
  await eventually("an attempt", () => (mails()[0]?.attempts === 1 ? true : undefined));
  refusing = false;
  clock.advance(60);
  await wakeJobs(server.deps);
  expect((await eventually("the mail", () => taken[0])).to).toEqual([email]);
});

test("an account of nobody needs no mail", async () => {
  await queue("acct_nobody");
  await eventually("an empty outbox", () => (mails().length === 0 ? true : undefined));
  expect(taken).toEqual([]);
});

test("without a mail server nothing is kept to be sent", async () => {
  const silent = await startServer();
  const { accountId } = await silent.account();
  await write(silent.deps, "sandbox", (writing) =>
    queueMail(writing, accountId, { subject: "s", text: "t" }),
  );
  expect(silent.deps.stores.platform("sandbox").db.all(sql`SELECT id FROM mails`)).toEqual([]);
  await silent.stop();
});
