import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { changeAccount } from "../../../../src/access/accounts/operator/administration.ts";
import { forgetAddresses } from "../../../../src/delivery/recipients/mail/forgetting.ts";
import { recipientMailStore } from "../../../../src/delivery/recipients/mail/store.ts";
import { write } from "../../../../src/infra/deps.ts";
import { audience } from "../../../../src/infra/public-address.ts";
import { listNeeds } from "../../../../src/operator/needs.ts";
import { withoutTokens } from "../../../support/bytes.ts";
import { carrierClient } from "../../../support/carrier-client.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { kreuzberg, platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { type MailServer, mailSettings, readMail, startMailServer } from "../../../support/mail-server.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";

/** Mails to recipients at moments of a delivery, and all that keeps them from being sent. */

const clock = createClock(Date.parse("2026-11-23T09:00:00Z"));
const perDay = 15;
let mail: MailServer;
let server: TestServer;
let operator: TestOperator;
beforeAll(async () => {
  mail = await startMailServer();
  server = await startServer({
    replacements: { clock },
    config: { ...mailSettings(mail), recipientMailsPerDay: perDay },
  });
  operator = await createOperator(server);
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
});

let account: TestAccount;
let fleet: string;
beforeEach(async () => {
  account = await server.account();
  fleet = await addOpenFleet(server, account.accountId, {}, "live");
});
afterEach(() => {
  Object.assign(mail, { taken: [], refusing: false, unknown: [], relaysNothing: false });
});

const live = { "x-environment": "live" };
const want = (recipient_mail: boolean) =>
  account.session.patch(`${platform}/account`, { recipient_mail }, live);
const allow = (recipientMailAllowed: boolean) =>
  changeAccount(server.deps, account.accountId, { recipientMailAllowed });
async function switchOn(): Promise<void> {
  expect((await want(true)).status).toBe(200);
  await allow(true);
}

interface Trip {
  id: string;
  assignmentId: string;
}
let people = 0;
const sender = { contact: { name: "Store", company: "Book shop" }, address: kreuzberg };
const to = (contact: Record<string, unknown>, address: Record<string, unknown> = kreuzberg) => ({
  delivery: { contact: { name: "Alex Kim", ...contact }, address },
});
const accept = (change: Record<string, unknown>) =>
  acceptFleet(account.live, fleet, { pickup: sender, ...change });
/** A shipment to a new address. */
async function acceptFor(contact: Record<string, unknown> = {}, change: Record<string, unknown> = {}) {
  people += 1;
  const email = `alex-${people}@example.com`;
  return { email, ...(await accept({ ...to({ email, ...contact }), ...change })) };
}
let reports = 0;
async function report(trip: Trip, type: string, more: Record<string, unknown> = {}): Promise<void> {
  reports += 1;
  clock.advance(1);
  const at = new Date(clock.now()).toISOString();
  const { status, body } = await account.live.post(`${platform}/carriers/${fleet}/reports`, [
    { id: `r-${reports}`, assignment_id: trip.assignmentId, at, type, ...more },
  ]);
  expect([status, body.results?.[0]?.result]).toEqual([200, "applied"]);
  await jobsAtRest(server.deps);
}
const driver = { name: "Kim I.", vehicle: { type: "bicycle" } };
const collect = (trip: Trip) => report(trip, "progress", { substatus: "picked_up", driver });
const deliver = (trip: Trip) => report(trip, "delivered", { proof: { recipient_name: "Alex" } });
const near = { latitude: kreuzberg.latitude + 0.006, longitude: kreuzberg.longitude };
const approach = (trip: Trip) => report(trip, "position", { ...near, accuracy_meters: 8, speed_mps: 4 });

const mailsOf = async ({ id }: Trip) =>
  (await account.live.get(`${platform}/shipments/${id}/recipient-mails`)).body;
const states = async (trip: Trip) =>
  (await mailsOf(trip)).data.map(({ moment, status, reason }: Record<string, unknown>) => [
    moment,
    status,
    reason,
  ]);
const rowsOf = ({ id }: Trip) =>
  (databaseRows(server)["live.recipient_mails"] ?? []).filter(({ shipment_id }) => shipment_id === id);
const taken = (email: string) => mail.taken.filter(({ to }) => to.includes(email)).map(readMail);
const stopUrlIn = ({ headers }: ReturnType<typeof readMail>) =>
  /^<http:\/\/waybill\.example\.com(\/stop-emails\/[\w-]+)>$/.exec(headers["list-unsubscribe"] ?? "")?.[1] ??
  "";

test("a return mails nobody: its recipient is the sender; a return of a return goes to the recipient again", async () => {
  await switchOn();
  const trip = await acceptFor();
  await collect(trip);
  await deliver(trip);
  const mailed = mail.taken.length;
  expect(mailed).toBeGreaterThan(0);
  const desk = { delivery: { contact: { name: "Returns desk", email: "desk@example.com" } } };
  const { body } = await account.live.post(`${platform}/shipments/${trip.id}/return`, {
    ...desk,
    accept: { strategy: "cheapest" },
  });
  const back = { id: body.id, assignmentId: body.assignment.id };
  await collect(back);
  expect([mail.taken.length, await states(back)]).toEqual([mailed, []]);
  await deliver(back);
  const { body: repaired } = await account.live.post(`${platform}/shipments/${back.id}/return`, {
    accept: { strategy: "cheapest" },
  });
  const again = { id: repaired.id, assignmentId: repaired.assignment.id };
  await collect(again);
  expect(await states(again)).toEqual([["collected", "sent", null]]);
  const carrier = await carrierClient(server, account, fleet, account.accountId, "live");
  const told = [trip, back, again].map(async ({ assignmentId }) => {
    const { body: job } = await carrier.get(`/api/v1/carrier/assignments/${assignmentId}`);
    return job.is_return;
  });
  expect(await Promise.all(told)).toEqual([false, true, false]);
});

test("no mail goes out whose links only the server's own machine can open, if the installation is for people", async () => {
  await switchOn();
  const publicUrl = spyOn(server.deps, "publicUrl").mockReturnValue("http://127.0.0.1:8080");
  try {
    audience(server.deps).isPeople = true;
    const trip = await acceptFor();
    await collect(trip);
    expect([await states(trip), taken(trip.email)]).toEqual([
      [["collected", "skipped", "address_is_local"]],
      [],
    ]);
    publicUrl.mockReturnValue("https://waybill.example.com");
    await deliver(trip);
    expect((await states(trip)).at(-1)).toEqual(["finished", "sent", null]);
    expect(taken(trip.email)).toHaveLength(1);
  } finally {
    audience(server.deps).isPeople = false;
    publicUrl.mockRestore();
  }
});

describe("a live delivery", () => {
  test("is told at three moments, with the window, in the recipient's language, from the shop by name", async () => {
    await switchOn();
    expect(
      (
        await account.session.patch(
          `${platform}/account`,
          { brand: { color: "#0b7285", contact: { email: "help@shop.example" } } },
          live,
        )
      ).status,
    ).toBe(200);
    const trip = await acceptFor({ language: "de-DE" });
    await report(trip, "progress", { substatus: "en_route_to_pickup", driver });
    await jobsAtRest(server.deps);
    expect(mail.taken).toEqual([]);
    await collect(trip);
    await approach(trip);
    await report(trip, "progress", { substatus: "at_delivery" });
    await deliver(trip);
    const all = taken(trip.email);
    expect(all.map(({ headers }) => headers.subject)).toEqual([
      "Book shop: Ihr Paket ist unterwegs",
      "Book shop: Ihr Paket kommt gleich an",
      "Book shop: Ihr Paket wurde zugestellt",
    ]);
    const { body: shipment } = await account.live.get(`${platform}/shipments/${trip.id}`);
    for (const { headers, parts } of all) {
      expect(headers).toMatchObject({
        from: "Book shop <waybill@example.com>",
        to: trip.email,
        "reply-to": "help@shop.example",
        "auto-submitted": "auto-generated",
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      });
      expect(headers["message-id"]).toMatch(/^<rml_\w+@example\.com>$/);
      for (const part of [parts["text/plain"], parts["text/html"]]) {
        expect(part).toContain(shipment.tracking_url);
        expect(part).toContain(shipment.tracking_number);
        expect(part).toContain(stopUrlIn({ headers, parts }));
        expect(withoutTokens(part)).not.toMatch(/Alex|Kim|undefined|null|NaN/);
      }
      expect(parts["text/html"]).toContain("#0b7285");
      expect(parts["text/html"]).toContain('<html lang="de" dir="ltr">');
      expect(parts["text/html"]).not.toMatch(/<img|<script|src=/);
    }
    const [first, , last] = all.map(({ parts }) => parts["text/plain"] ?? "");
    // In Berlin's time.
    expect(first).toMatch(/Voraussichtlich Montag, 23\. November,? 1[0-2]:\d\d.+1[0-2]:\d\d/);
    expect(last).toMatch(/zugestellt\n\nMontag, 23\. November.+1[0-2]:\d\d\n/);
    const { data, stopped_at } = await mailsOf(trip);
    expect(stopped_at).toBe(null);
    expect(data).toMatchObject(
      ["collected", "approaching", "finished"].map((moment) => ({ moment, status: "sent", reason: null })),
    );
    expect(data.every((each: Record<string, string>) => each.sent_at !== null)).toBe(true);
    // What was once sent names nobody, and a day later no limit knows the address.
    expect(JSON.stringify(rowsOf(trip))).not.toContain(trip.email);
    expect(rowsOf(trip).map(({ address_hash }) => typeof address_hash)).toEqual(Array(3).fill("string"));
    await forgetAddresses(server.deps, clock.now() + 86_400_001);
    expect(rowsOf(trip).map(({ address_hash }) => address_hash)).toEqual([null, null, null]);
  });

  test("that customs hold or nobody takes is told once each, with the day on which it comes", async () => {
    await switchOn();
    const trip = await acceptFor({ language: "de" });
    await collect(trip);
    await report(trip, "estimate", { estimated_delivery_date: "2026-11-26" });
    await report(trip, "scan", { message: "Arrived at the depot." });
    await report(trip, "scan", { message: "A storm.", reason_code: "weather" });
    const held = { message: "Papers are missing.", reason_code: "customs_hold" };
    await report(trip, "scan", held);
    await report(trip, "scan", held);
    await report(trip, "progress", { substatus: "en_route_to_delivery" });
    const missed = { reason_code: "recipient_unavailable", next_attempt_date: "2026-11-27" };
    await report(trip, "attempt_failed", missed);
    await report(trip, "attempt_failed", missed);
    const texts = taken(trip.email).map(({ parts }) => parts["text/plain"] ?? "");
    expect(texts).toHaveLength(3);
    expect(texts[1]).toStartWith(
      "Ihr Paket verspätet sich\n\nDer Zoll hält es zurück.\nBitte wenden Sie sich wegen dieser Lieferung an Book shop.\nVoraussichtlich Donnerstag, 26. November\n",
    );
    expect(texts[2]).toStartWith(
      "Ihr Paket konnte noch nicht übergeben werden\n\nNiemand war da, um es anzunehmen.\nNächster Zustellversuch: Freitag, 27. November\n",
    );
    expect(texts.join()).not.toContain("Papers");
    expect(await states(trip)).toEqual(
      ["collected", "held", "missed"].map((moment) => [moment, "sent", null]),
    );
  });

  test("that fails is told once, with the reason, in a language from right to left", async () => {
    await switchOn();
    const trip = await acceptFor({ language: "he" });
    await collect(trip);
    await report(trip, "undeliverable", { reason_code: "recipient_unavailable", message: "Nobody there." });
    await report(trip, "returned");
    const all = taken(trip.email);
    expect(all).toHaveLength(2);
    const { parts, headers } = all[1] ?? { parts: {}, headers: {} };
    expect(headers.subject).toBe("\u2068Book shop\u2069: לא ניתן היה למסור את החבילה שלך");
    expect(parts["text/html"]).toContain('<html lang="he" dir="rtl">');
    expect(parts["text/html"]).toContain("<bdi>Book shop</bdi>");
    expect(parts["text/plain"]).not.toContain("Nobody there");
  });

  test("that failed and is handed over after all is told again, once", async () => {
    await switchOn();
    const trip = await acceptFor({ language: "en" });
    await collect(trip);
    await report(trip, "undeliverable", { reason_code: "recipient_unavailable" });
    await deliver(trip);
    await report(trip, "delivered", { proof: { note: "At the door." } });
    const subjects = taken(trip.email).map(({ headers }) => headers.subject);
    expect(subjects).toHaveLength(3);
    expect(subjects.at(-1)).toContain("delivered");
    expect((await states(trip)).slice(1)).toEqual(Array(2).fill(["finished", "sent", null]));
  });

  test("has only the sender's name from callers, and that is no header, no link and no other sender", async () => {
    await switchOn();
    await account.session.patch(`${platform}/account`, { name: "Pay24.com <b> +1 900 555 0100" }, live);
    const names = [
      "win at evil.example",
      "security@waybill.example.com",
      "https://evil.example/x",
      "evil24.com",
      "evil +1 900 555 0101",
    ];
    for (const company of [...names, 'João & "Co", <x>']) {
      const trip = await acceptFor({}, { pickup: { ...sender, contact: { name: "Store", company } } });
      await collect(trip);
      const [{ headers, parts } = { headers: {}, parts: {} }] = taken(trip.email);
      const shown = company.startsWith("Jo") ? 'João & "Co", <x>' : "Pay24 com <b>";
      expect(headers.subject).toBe(`${shown}: Ihr Paket ist unterwegs`);
      expect(headers.from).toContain("<waybill@example.com>");
      expect(headers.from?.match(/@/g)).toHaveLength(1);
      expect(JSON.stringify([headers, parts])).not.toContain("evil");
      expect(parts["text/html"]).toContain(Bun.escapeHTML(shown));
    }
  });
});

describe("no mail is sent", () => {
  test("until the owner wants it and the operator allows it, and none of the sandbox", async () => {
    const patch = (recipient_mail_allowed: boolean) =>
      operator.session.patch(`/api/v1/operator/accounts/${account.accountId}`, { recipient_mail_allowed });
    const blocked = async (headers = live) =>
      (await account.session.get(`${platform}/account`, headers)).body.recipient_mail_blocked_by;
    expect(await blocked()).toBe("operator");
    const trips = [await acceptFor()];
    await want(true);
    trips.push(await acceptFor());
    expect((await want(false)).body).toMatchObject({ recipient_mail: false });
    expect((await patch(true)).body).toMatchObject({ recipient_mail: false, recipient_mail_allowed: true });
    trips.push(await acceptFor());
    expect(await blocked()).toBe(null);
    for (const [index, trip] of trips.entries()) {
      await Promise.all([want(index === 1), allow(index === 2)]);
      await collect(trip);
      expect(await states(trip)).toEqual([]);
    }
    await switchOn();
    expect(await blocked({ "x-environment": "sandbox" })).toBe("sandbox");
    const { body: simulated } = await account.sandbox.post(`${platform}/shipments`, {
      pickup: sender,
      ...to({ email: "sandbox@example.com" }),
      parcels: [{ weight_grams: 100 }],
      simulation: { speed: "instant" },
    });
    await account.sandbox.get(`${platform}/shipments/${simulated.id}/quotes`);
    await account.sandbox.post(`${platform}/shipments/${simulated.id}/assignments`, { strategy: "cheapest" });
    await jobsAtRest(server.deps);
    const { body: mails } = await account.sandbox.get(
      `${platform}/shipments/${simulated.id}/recipient-mails`,
    );
    expect(mails).toEqual({ data: [], stopped_at: null });
    expect(mail.taken).toEqual([]);
    const { body: audit } = await account.session.get("/api/v1/audit");
    expect(audit.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(["account.mail_allowed", "account.mail_forbidden", "account.changed"]),
    );
  });

  test("when it was stopped, erased, switched off, its link ended or it is old by the time it is sent", async () => {
    await switchOn();
    mail.refusing = true;
    const [stopped, unlinked, off, old, addressed] = [
      await acceptFor(),
      await acceptFor(),
      await acceptFor(),
      await acceptFor(),
      await acceptFor(),
    ];
    for (const trip of [stopped, unlinked, off, old, addressed]) await collect(trip);
    expect(await states(off)).toEqual([["collected", "waiting", null]]);
    mail.refusing = false;
    const shipments = `${platform}/shipments`;
    const path = `/stop-emails/${rowsOf(stopped)[0]?.stop_token}`;
    expect((await server.client().send(path, { method: "POST" })).status).toBe(200);
    expect((await account.live.delete(`${shipments}/${unlinked.id}/tracking-link`)).status).toBe(204);
    await deliver(old);
    clock.advance(61);
    await allow(false);
    await jobsAtRest(server.deps);
    expect(await states(stopped)).toEqual([["collected", "skipped", "stopped"]]);
    expect(await states(off)).toEqual([["collected", "skipped", "switched_off"]]);
    await allow(true);
    const later = await acceptFor();
    mail.refusing = true;
    await collect(later);
    await deliver(later);
    expect(await states(later)).toEqual([
      ["collected", "waiting", null],
      ["finished", "waiting", null],
    ]);
    expect((await account.live.post(`${shipments}/${later.id}/redaction`)).status).toBe(200);
    expect(await states(later)).toEqual([
      ["collected", "skipped", "erased"],
      ["finished", "skipped", "erased"],
    ]);
    const fresh = [await acceptFor(), await acceptFor()] as const;
    for (const trip of fresh) await collect(trip);
    await account.live.delete(`${shipments}/${fresh[0].id}/tracking-link`);
    await deliver(fresh[1]);
    mail.refusing = false;
    clock.advance(61);
    await jobsAtRest(server.deps);
    expect(await states(fresh[0])).toEqual([["collected", "skipped", "link_ended"]]);
    expect(await states(fresh[1])).toEqual([
      ["collected", "skipped", "outdated"],
      ["finished", "sent", null],
    ]);
    expect(mail.taken.map(({ to }) => to[0]).sort()).toEqual([fresh[1].email, old.email].sort());
  });

  test("beyond what an account and an address get in a day, and again to one that was refused", async () => {
    await switchOn();
    const email = "Many@example.com";
    const send = async (address: string) => {
      const trip = await accept(to({ email: address }));
      await collect(trip);
      return (await states(trip))[0];
    };
    for (let count = 0; count < 12; count += 1) expect((await send(email))[1]).toBe("sent");
    expect(await send(email.toLowerCase())).toEqual(["collected", "skipped", "limit_reached"]);
    mail.unknown.push("nobody@example.com");
    expect(await send("nobody@example.com")).toEqual(["collected", "failed", "address_refused"]);
    expect(await send("nobody@example.com")).toEqual(["collected", "skipped", "address_refused"]);
    // Nothing is wrong with the mail server.
    expect(server.deps.mailer?.state.failingSince).toBe(null);
    // The refused one does not count.
    for (let count = 12; count < perDay; count += 1)
      expect((await send(`p${count}@example.com`))[1]).toBe("sent");
    expect(await send("last@example.com")).toEqual(["collected", "skipped", "limit_reached"]);
    clock.advance(86_401);
    mail.unknown = [];
    expect((await send("nobody@example.com"))[1]).toBe("sent");
    expect((await send(email))[1]).toBe("sent");
  });

  test("and what did not go out counts for neither limit: an outage, a server that relays nothing, a refusal", async () => {
    await switchOn();
    const email = "outage@example.com";
    const send = async (address: string) => {
      const trip = await accept(to({ email: address }));
      await collect(trip);
      return trip;
    };
    mail.relaysNothing = true;
    const trips = [];
    for (let count = 0; count < perDay + 1; count += 1) trips.push(await send(email));
    const [first] = trips;
    // The news of all but one is old when the server is right again.
    for (const trip of trips.slice(1)) await deliver(trip);
    expect(first && (await states(first))).toEqual([["collected", "waiting", null]]);
    expect(server.deps.mailer?.state.failingSince).not.toBe(null);
    mail.relaysNothing = false;
    mail.unknown.push("gone@example.com");
    expect(await states(await send("gone@example.com"))).toEqual([
      ["collected", "failed", "address_refused"],
    ]);
    clock.advance(301);
    await jobsAtRest(server.deps);
    const all = await Promise.all(trips.map(states));
    expect(all[0]).toEqual([["collected", "sent", null]]);
    const finished = all.slice(1).map(([, [, status, reason] = []]) => [status, reason]);
    expect(finished.filter(([status]) => status === "sent")).toHaveLength(11);
    expect(finished.filter(([, reason]) => reason === "limit_reached")).toHaveLength(perDay - 11);
    for (let count = 12; count < perDay; count += 1)
      expect((await states(await send(`outage-${count}@example.com`)))[0]?.[1]).toBe("sent");
    expect((await states(await send("outage-last@example.com")))[0]?.[2]).toBe("limit_reached");
    mail.unknown = [];
    expect((await states(await send("gone@example.com")))[0]?.[2]).toBe("address_refused");
  });
});

describe("a mail server that fails", () => {
  test("gets the mail again, with the same Message-ID, and after the last attempt no more", async () => {
    await switchOn();
    mail.refusing = true;
    const trip = await acceptFor();
    await collect(trip);
    await deliver(trip);
    expect(server.deps.mailer?.state.failingSince).not.toBe(null);
    const waits = [60, 300, 1800, 7200, 21_600];
    for (const seconds of waits.slice(0, 2)) {
      clock.advance(seconds + 1);
      await jobsAtRest(server.deps);
    }
    const needs = async () =>
      (await listNeeds(server.deps)).filter(({ kind }) => kind === "mail_failing").map(({ since }) => since);
    expect(await needs()).toEqual([]);
    clock.advance(900);
    expect(await needs()).toEqual([server.deps.mailer?.state.failingSince ?? null]);
    mail.refusing = false;
    clock.advance(901);
    await jobsAtRest(server.deps);
    expect((await states(trip))[1]).toEqual(["finished", "sent", null]);
    expect(server.deps.mailer?.state.failingSince).toBe(null);
    clock.advance(6);
    expect(await needs()).toEqual([]);
    const [row] = rowsOf(trip).filter(({ moment }) => moment === "finished");
    // The server was killed after the mail server took the mail, and before it wrote so.
    await write(server.deps, "live", ({ tx, now }) =>
      recipientMailStore(tx).change(String(row?.id), { status: "waiting", sentAt: null, dueAt: now }),
    );
    await jobsAtRest(server.deps);
    const [once, twice, ...more] = taken(trip.email);
    expect(more).toEqual([]);
    expect(twice?.headers["message-id"]).toBe(once?.headers["message-id"] ?? "");

    mail.refusing = true;
    const lost = await acceptFor();
    await collect(lost);
    await deliver(lost);
    for (const seconds of [...waits, 86_400]) {
      clock.advance(seconds + 1);
      await jobsAtRest(server.deps);
    }
    expect((await states(lost))[1]).toEqual(["finished", "skipped", "outdated"]);
  });
});

describe("the link in a mail", () => {
  test("opens a page that changes nothing, whose button stops the mails of this delivery", async () => {
    await switchOn();
    const trip = await acceptFor({ language: "ar" });
    await collect(trip);
    const [first] = taken(trip.email);
    const path = first ? stopUrlIn(first) : "";
    const browser = server.client({ "accept-language": "fr" });
    const opened = await browser.get(path);
    expect(opened.text).toContain('<html lang="ar" dir="rtl">');
    expect(opened.text).toContain('<form method="post">');
    expect(opened.headers.get("content-security-policy")).toContain("form-action 'self'");
    // Without a referrer a browser sends `Origin: null` with the form.
    expect(opened.headers.get("referrer-policy")).toBe("same-origin");
    expect((await mailsOf(trip)).stopped_at).toBe(null);
    // As mail providers send it, RFC 8058 §3.1, and a second time by hand.
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]) {
      const body = type.startsWith("multipart")
        ? '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
        : "List-Unsubscribe=One-Click";
      const headers = { "content-type": type };
      const stopped = await server.client().send(path, { method: "POST", headers, body });
      expect([stopped.status, stopped.text.includes("<form")]).toEqual([200, false]);
    }
    expect((await mailsOf(trip)).stopped_at).not.toBe(null);
    await approach(trip);
    await deliver(trip);
    expect(taken(trip.email)).toHaveLength(1);
  });

  test("stops them from wherever it is sent, as no cookie counts: an older browser, a page of a mail provider", async () => {
    await switchOn();
    for (const headers of [
      { origin: "null" },
      { origin: "https://mail.example", "sec-fetch-site": "cross-site" },
    ]) {
      const trip = await acceptFor();
      await collect(trip);
      const path = `/stop-emails/${rowsOf(trip)[0]?.stop_token}`;
      expect((await server.client().send(path, { method: "POST", headers })).status).toBe(200);
      expect((await mailsOf(trip)).stopped_at).not.toBe(null);
    }
  });

  test("writes nothing if it is unknown, and takes only so many requests", async () => {
    await switchOn();
    const browser = server.client({ "accept-language": "fr" });
    const post = (token: unknown) => browser.send(`/stop-emails/${token}`, { method: "POST" });
    const { platform: platformOf } = server.deps.stores;
    const writes = spyOn(platformOf("live"), "write");
    const unknown = await post("none");
    expect([unknown.status, unknown.text.includes('lang="fr"')]).toEqual([404, true]);
    expect(writes).not.toHaveBeenCalled();
    writes.mockRestore();
    const trip = await acceptFor();
    await collect(trip);
    const token = rowsOf(trip)[0]?.stop_token;
    const answers = await Promise.all(Array.from({ length: 31 }, () => post(token)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(30);
    const limited = answers.find(({ status }) => status === 429);
    expect(limited?.headers.get("retry-after")).not.toBe(null);
    expect(limited?.body.code).toBe("rate_limited");
  });
});
