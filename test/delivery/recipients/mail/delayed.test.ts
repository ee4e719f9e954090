import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { changeAccount } from "../../../../src/access/accounts/operator/administration.ts";
import { recipientMailStore } from "../../../../src/delivery/recipients/mail/store.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { kreuzberg, platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { type MailServer, mailSettings, readMail, startMailServer } from "../../../support/mail-server.ts";

/** Mails of another time: whom a dispatcher has told, how often, and what the preview says of it. */

const clock = createClock(Date.parse("2026-11-23T09:00:00Z"));
let mail: MailServer;
let server: TestServer;
let account: TestAccount;
let fleet: string;
beforeAll(async () => {
  mail = await startMailServer();
  server = await startServer({ replacements: { clock }, config: mailSettings(mail) });
});
beforeEach(async () => {
  account = await server.account();
  fleet = await addOpenFleet(server, account.accountId, { dispatch: "manual" }, "live");
  await account.session.patch(`${platform}/account`, { recipient_mail: true }, { "x-environment": "live" });
  await changeAccount(server.deps, account.accountId, { recipientMailAllowed: true });
});
afterEach(() => {
  Object.assign(mail, { taken: [], refusing: false, unknown: [] });
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
});

let people = 0;
const at = (time: string) => `2026-11-24T${time}:00.000Z`;
async function accept(contact: Record<string, unknown> = {}) {
  people += 1;
  const email = `robin-${people}@example.com`;
  const window = { start: at("12:00"), end: at("12:30") };
  const delivery = {
    contact: { name: "Robin Kim", email, language: "de", ...contact },
    address: kreuzberg,
    window,
  };
  const booked = await acceptFleet(account.live, fleet, { delivery });
  await jobsAtRest(server.deps);
  return { email, ...booked };
}
const move = async (ids: string[], change: object): Promise<Answer["body"]> => {
  const body = { shipment_ids: ids, notify: true, ...change };
  const answer = await account.live.post(`${platform}/shipments/windows/batch`, body);
  expect(answer.status).toBe(200);
  await jobsAtRest(server.deps);
  return answer.body;
};
const states = async (id: string) => {
  const { body } = await account.live.get(`${platform}/shipments/${id}/recipient-mails`);
  return body.data.map(({ moment, status, reason }: Answer["body"]) => [moment, status, reason]);
};
const taken = (email: string) => mail.taken.filter(({ to }) => to.includes(email)).map(readMail);
const textOf = (letter: ReturnType<typeof readMail> | undefined) => letter?.parts["text/plain"] ?? "";
const pass = async (minutes: number) => {
  clock.advance(minutes * 60);
  await jobsAtRest(server.deps);
};

test("whoever has an address is told the window that page and webhook have, in their language", async () => {
  const [one, silent, stopped] = [await accept(), await accept({ email: null }), await accept()];
  const ids = [one.id, silent.id, stopped.id];
  await move([stopped.id], { delay_minutes: 5 });
  const { headers } = taken(stopped.email)[0] ?? { headers: {} as Record<string, string> };
  const link = /\/stop-emails\/[\w-]+/.exec(headers["list-unsubscribe"] ?? "")?.[0] ?? "";
  const stop = {
    method: "POST",
    body: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  };
  expect((await server.client().send(link, stop)).status).toBe(200);

  const preview = await move(ids, { delay_minutes: 30, dry_run: true });
  expect([preview.moved, preview.will_be_told]).toEqual([3, 1]);
  expect(preview.results.map(({ not_told_because }: Answer["body"]) => not_told_because)).toEqual([
    null,
    "no_address",
    "stopped",
  ]);
  expect(taken(one.email)).toEqual([]);

  const answer = await move(ids, { delay_minutes: 30 });
  expect([answer.moved, answer.will_be_told]).toEqual([3, 1]);
  const [letter, ...more] = taken(one.email);
  expect(more).toEqual([]);
  expect(letter?.headers.subject).toContain("Ihre Lieferung hat eine neue Zeit");
  // Berlin is an hour ahead.
  expect(textOf(letter)).toContain("13:30–14:00");
  expect(await states(one.id)).toEqual([["delayed", "sent", null]]);
  expect(await states(silent.id)).toEqual([]);
  expect(taken(stopped.email)).toHaveLength(1);
});

test("without notify nobody is told", async () => {
  const one = await accept();
  const answer = await move([one.id], { delay_minutes: 30, notify: false });
  expect([answer.moved, answer.will_be_told]).toEqual([1, 0]);
  expect(await states(one.id)).toEqual([]);
});

test("of many moves a recipient reads one in 15 minutes, and the last window is never untold", async () => {
  const one = await accept();
  for (const delay_minutes of [30, 30, 15]) await move([one.id], { delay_minutes });
  expect(taken(one.email)).toHaveLength(1);
  expect(textOf(taken(one.email)[0])).toContain("13:30–14:00");
  await pass(14);
  expect(taken(one.email)).toHaveLength(1);
  await pass(2);
  expect(taken(one.email)).toHaveLength(2);
  expect(textOf(taken(one.email)[1])).toContain("14:15–14:45");
  await pass(60);
  expect(taken(one.email)).toHaveLength(2);
});

test("a window that is again what the last mail said is no news", async () => {
  const one = await accept();
  const first = { start: at("15:00"), end: at("15:30") };
  await move([one.id], { window: first });
  await move([one.id], { window: { start: at("16:00"), end: at("16:30") } });
  await move([one.id], { window: first });
  await pass(20);
  expect(taken(one.email)).toHaveLength(1);
  expect(await states(one.id)).toEqual([
    ["delayed", "sent", null],
    ["delayed", "skipped", "outdated"],
  ]);
});

test("a mail that waits when the goods arrive is not sent", async () => {
  const one = await accept();
  await move([one.id], { delay_minutes: 30 });
  await move([one.id], { delay_minutes: 30 });
  for (const [index, step] of [
    { type: "progress", substatus: "picked_up" },
    { type: "delivered", proof: { recipient_name: "Robin" } },
  ].entries()) {
    const report = {
      id: `r-${people}-${index}`,
      assignment_id: one.assignmentId,
      at: new Date(clock.now()).toISOString(),
    };
    await account.live.post(`${platform}/carriers/${fleet}/reports`, [{ ...report, ...step }]);
  }
  await pass(20);
  expect((await states(one.id)).filter(([moment]: string[]) => moment === "delayed")).toEqual([
    ["delayed", "sent", null],
    ["delayed", "skipped", "outdated"],
  ]);
});

test("a repeated attempt keeps the 15 minutes, too", async () => {
  const one = await accept();
  await move([one.id], { delay_minutes: 30 });
  expect(taken(one.email)).toHaveLength(1);
  mail.refusing = true;
  await move([one.id], { delay_minutes: 30 });
  await pass(15);
  mail.refusing = false;
  for (let minute = 0; minute < 30; minute += 1) {
    await move([one.id], { delay_minutes: 5 });
    await pass(1);
  }
  const { db } = server.deps.stores.platform("live");
  const sent = recipientMailStore(db)
    .ofShipment(one.id)
    .flatMap(({ sentAt }) => sentAt ?? []);
  expect(sent.length).toBeGreaterThan(2);
  const apart = sent.slice(1).map((at, index) => at - (sent[index] ?? 0));
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(15 * 60_000);
});

test("the mail server's failure is repeated with the window of then, once", async () => {
  const one = await accept();
  mail.refusing = true;
  await move([one.id], { delay_minutes: 30 });
  expect(taken(one.email)).toEqual([]);
  mail.refusing = false;
  await move([one.id], { delay_minutes: 30 });
  await pass(30);
  const letters = taken(one.email);
  expect(letters).toHaveLength(1);
  expect(textOf(letters[0])).toContain("14:00–14:30");
});

test("a mail that failed and one of a later move are one in 15 minutes together", async () => {
  const { id, email } = await accept();
  mail.refusing = true;
  await move([id], { delay_minutes: 30 });
  mail.refusing = false;
  await move([id], { delay_minutes: 30 });
  await move([id], { delay_minutes: 30 });
  // The failed one may have come all the same, and is due again before the 15 minutes are over.
  for (let minute = 0; minute < 14; minute += 1) await pass(1);
  expect(taken(email).length).toBeLessThanOrEqual(1);
  for (let minute = 0; minute < 18; minute += 1) await pass(1);
  expect(taken(email)).toHaveLength(1);
});
