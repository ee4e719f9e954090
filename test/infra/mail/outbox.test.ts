import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { write } from "../../../src/infra/deps.ts";
import type { Environment } from "../../../src/infra/environment.ts";
import { queueNotice } from "../../../src/infra/mail/outbox.ts";
import { createClock, jobsAtRest, type TestClock } from "../../support/clock.ts";
import { databaseRows } from "../../support/database.ts";
import { createShipment, platform } from "../../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
import { type MailServer, startMailServer } from "../../support/mail-server.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";

let mail: MailServer;
let server: TestServer;
let clock: TestClock;
let receiver: Receiver;

beforeAll(async () => {
  mail = await startMailServer();
  receiver = startReceiver();
  clock = createClock();
  server = await startServer({
    replacements: { clock },
    config: {
      smtpUrl: mail.url,
      smtpFrom: "Waybill <waybill@example.com>",
      publicUrl: "https://waybill.example.com",
    },
  });
});
afterEach(() => {
  mail.taken = [];
  mail.refusing = false;
});
afterAll(async () => {
  await receiver.stop();
  await server.stop();
  await mail.stop();
});

const path = `${platform}/webhooks`;
const minuteSeconds = 60;
const daySeconds = 86_400;
const notices = (environment: Environment = "sandbox") =>
  databaseRows(server)[`${environment}.notices`] ?? [];
const queue = (accountId: string, about: string, environment: Environment = "sandbox", text = about) =>
  write(server.deps, environment, (writing) =>
    queueNotice(writing, accountId, { about, subject: `About ${about}`, text: `Text of ${text}.` }),
  );

async function pass(seconds: number): Promise<void> {
  clock.advance(seconds);
  await jobsAtRest(server.deps);
}

const emptied = (environment: Environment = "sandbox") =>
  eventually("no notices", () => (notices(environment).length === 0 ? true : undefined));

/** An endpoint whose receiver says that it wants no more. */
async function loseEndpoint({ sandbox }: TestAccount, change: object = {}): Promise<string> {
  receiver.answer = () => new Response("", { status: 410 });
  const input = { url: receiver.url, events: ["webhook.test"], ...change };
  const { body } = await sandbox.post(path, input);
  await sandbox.post(`${path}/${body.id}/test`);
  await eventually("its end", async () =>
    (await sandbox.get(`${path}/${body.id}`)).body.disabled_reason === "gone" ? true : undefined,
  );
  return body.id;
}

describe("an endpoint that is disabled", () => {
  test("is sent to its account's users only, with the reason and what to do", async () => {
    const account = await server.account();
    await server.account();
    receiver.answer = () => new Response("", { status: 410 });
    const { body } = await account.sandbox.post(path, { url: receiver.url, events: ["shipment.created"] });
    await createShipment(account.sandbox);
    await eventually("the notice", () => notices()[0]);
    expect(mail.taken).toEqual([]);
    await pass(10 * minuteSeconds);
    const taken = await eventually("the mail", () => mail.taken[0]);
    expect(taken).toMatchObject({ from: "waybill@example.com", to: [account.email], user: "mailer" });
    for (const part of [
      "From: Waybill <waybill@example.com>",
      `Subject: Webhook endpoint disabled (sandbox): ${new URL(receiver.url).host}`,
      "Auto-Submitted: auto-generated",
      `Host: ${new URL(receiver.url).host}`,
      `Id: ${body.id}`,
      "It answered with status 410",
      "enable the endpoint",
      `https://waybill.example.com/dashboard/sandbox/webhooks/${body.id}`,
    ]) {
      expect(taken.text).toContain(part);
    }
    await emptied();
    expect(mail.taken).toHaveLength(1);
  });

  test("contains nothing else that its owner wrote", async () => {
    const account = await server.account();
    await loseEndpoint(account, {
      url: `${receiver.url}/unlock-within-24-hours?at=evil.example`,
      description: "YOUR ACCOUNT WAS LOCKED\nhttps://evil.example/unlock",
    });
    await pass(10 * minuteSeconds);
    const { text } = await eventually("the mail", () => mail.taken[0]);
    for (const part of ["LOCKED", "evil", "unlock", "/hook"]) expect(text).not.toContain(part);
    await emptied();
  });

  test("by its owner is no news", async () => {
    const { sandbox } = await server.account();
    const { body } = await sandbox.post(path, { url: receiver.url, events: ["webhook.test"] });
    await sandbox.patch(`${path}/${body.id}`, { enabled: false });
    expect(notices()).toEqual([]);
  });
});

describe("an account's digest", () => {
  test("puts ten endpoints into one mail, and the next mail follows a day later", async () => {
    const account = await server.account();
    const ids = [];
    for (let count = 0; count < 10; count += 1) ids.push(await loseEndpoint(account));
    await pass(10 * minuteSeconds);
    const first = await eventually("the mail", () => mail.taken[0]);
    expect(first.text).toContain("Subject: 10 notices for your account");
    for (const id of ids) expect(first.text).toContain(`Id: ${id}`);
    await emptied();

    // Removed and made again, as often as one likes.
    for (const id of ids) await account.sandbox.delete(`${path}/${id}`);
    for (let count = 0; count < 3; count += 1) await loseEndpoint(account);
    await pass(daySeconds - 60);
    expect(notices()).toHaveLength(3);
    expect(mail.taken).toHaveLength(1);
    await pass(60);
    const second = await eventually("the next mail", () => mail.taken[1]);
    expect(second.text).toContain("Subject: 3 notices for your account");
    await emptied();
    expect(mail.taken).toHaveLength(2);
  });

  test("reports each object once, in its latest state", async () => {
    const { accountId } = await server.account();
    await queue(accountId, "whe_1", "sandbox", "then");
    await queue(accountId, "whe_1", "sandbox", "now");
    expect(notices()).toHaveLength(1);
    await pass(10 * minuteSeconds);
    const { text } = await eventually("the mail", () => mail.taken[0]);
    expect(text).toContain("Subject: About whe_1");
    expect(text).toContain("Text of now.");
    expect(text).not.toContain("then");
    await emptied();
  });

  test("is one for both environments", async () => {
    const { accountId } = await server.account();
    await queue(accountId, "whe_sandbox", "sandbox");
    await queue(accountId, "whe_live", "live");
    await pass(10 * minuteSeconds);
    const { text } = await eventually("the mail", () => mail.taken[0]);
    expect(text).toContain("Text of whe_sandbox.");
    expect(text).toContain("Text of whe_live.");
    await Promise.all([emptied("sandbox"), emptied("live")]);
    await queue(accountId, "whe_later", "live");
    await pass(60 * minuteSeconds);
    expect(notices("live")).toHaveLength(1);
    expect(mail.taken).toHaveLength(1);
    await pass(daySeconds);
    await eventually("the next mail", () => mail.taken[1]);
    await emptied("live");
  });

  test("shows 50 notices and counts the others", async () => {
    const { accountId } = await server.account();
    for (let index = 0; index < 52; index += 1) await queue(accountId, `whe_${index}`);
    await pass(10 * minuteSeconds);
    const { text } = await eventually("the mail", () => mail.taken[0]);
    expect(text.match(/Text of/g)).toHaveLength(50);
    expect(text).toContain("2 more notices are not shown here.");
    await emptied();
  });

  test("goes to verified addresses only, and is dropped if there is none", async () => {
    const { accountId } = await server.account();
    await server.deps.stores.accounts.write(
      (tx) => void tx.run(sql`UPDATE users SET email_verified_at = NULL WHERE account_id = ${accountId}`),
    );
    await queue(accountId, "whe_1");
    await pass(10 * minuteSeconds);
    await emptied();
    expect(mail.taken).toEqual([]);
  });

  test("of an account without people is dropped", async () => {
    await queue("acct_nobody", "whe_1");
    await pass(10 * minuteSeconds);
    await emptied();
    expect(mail.taken).toEqual([]);
  });

  test("that the mail server refuses is retried after longer and longer waits, then given up", async () => {
    const { accountId } = await server.account();
    mail.refusing = true;
    await queue(accountId, "whe_1");
    await pass(10 * minuteSeconds);
    const digest = () =>
      databaseRows(server)["accounts.digests"]?.find((row) => row.account_id === accountId);
    for (const [index, waitSeconds] of [60, 300, 1800, 7200, 21_600, 86_400].entries()) {
      const attempts = index + 1;
      const due = clock.now() + waitSeconds * 1000;
      await eventually(`attempt ${attempts}`, () =>
        digest()?.attempts === attempts && notices()[0]?.due_at === due ? true : undefined,
      );
      await pass(waitSeconds);
    }
    await emptied();
    expect(mail.taken).toEqual([]);
    expect(digest()).toMatchObject({ attempts: 0, next_at: clock.now() + daySeconds * 1000 });
  });

  test("that was refused once is sent by the next attempt, with what came meanwhile", async () => {
    const { accountId, email } = await server.account();
    mail.refusing = true;
    await queue(accountId, "whe_1");
    await pass(10 * minuteSeconds);
    await eventually("an attempt", () => (notices()[0]?.due_at as number) > clock.now() || undefined);
    await queue(accountId, "whe_2");
    mail.refusing = false;
    await pass(minuteSeconds);
    const taken = await eventually("the mail", () => mail.taken[0]);
    expect(taken.to).toEqual([email]);
    expect(taken.text).toContain("Subject: 2 notices for your account");
    await emptied();
  });

  test("that a crash cut off is sent by a later attempt", async () => {
    const { accountId } = await server.account();
    await queue(accountId, "whe_1");
    // As a process leaves it that died while the mail server took the mail.
    await server.deps.stores.accounts.write(
      (tx) => void tx.run(sql`INSERT INTO digests VALUES (${accountId}, ${clock.now() + 11 * 60_000}, 1)`),
    );
    await pass(10 * minuteSeconds);
    await eventually("another time", () => (notices()[0]?.due_at as number) > clock.now() || undefined);
    expect(mail.taken).toEqual([]);
    await pass(minuteSeconds);
    await eventually("the mail", () => mail.taken[0]);
    await emptied();
  });
});

test("without a mail server no notice is stored", async () => {
  const silent = await startServer();
  const { accountId } = await silent.account();
  await write(silent.deps, "sandbox", (writing) =>
    queueNotice(writing, accountId, { about: "whe_1", subject: "s", text: "t" }),
  );
  expect(silent.deps.stores.platform("sandbox").db.all(sql`SELECT about FROM notices`)).toEqual([]);
  await silent.stop();
});
