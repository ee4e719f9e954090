import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ErrorCode } from "../../../../src/infra/errors.ts";
import { dayMs } from "../../../../src/infra/units.ts";
import { expectProblem } from "../../../api/problem.ts";
import { booked, offers, playCarrier } from "../../../support/carriers.ts";
import { createClock, type TestClock } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { addDriver, giveJob } from "../../../support/drivers.ts";
import {
  advance,
  createAssigned,
  createQuoted,
  kreuzberg,
  platform,
  withPinAndPhone,
} from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { uploadLogo } from "../../../support/images.ts";

/** What a recipient sees and does with the tracking link, over the API. */

let server: TestServer;
let account: TestAccount;
let clock: TestClock;
let anybody: Client;
const updates: string[] = [];
const played = playCarrier("played", {
  quote: async () => offers({ amount: 1 }),
  book: async (request) => {
    updates.push(request.delivery.instructions ?? "");
    return booked(request);
  },
  update: async ({ delivery }) => void updates.push(delivery.instructions ?? ""),
});

beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock } });
  account = await server.account();
  anybody = server.client();
});
afterAll(() => server.stop());

/** `at`: the places of a 422, each with its word. */
const refuses = async (
  answering: Promise<Answer>,
  status: number,
  code: ErrorCode,
  { members = [], at }: { members?: string[]; at?: Record<string, string> } = {},
): Promise<Answer> => {
  const answer = await answering;
  expectProblem(server, answer, { status, code, members, ...(at && { at }) });
  return answer;
};
const notEditable = { members: ["shipment_status"] };
const trackOf = ({ tracking_url: url }: { tracking_url: string }) => `/api/v1/track/${url.split("/").at(-1)}`;
const shown = async (shipment: { tracking_url: string }) => (await anybody.get(trackOf(shipment))).body;
const tryDigits = (shipment: { tracking_url: string }, digits: string, by = anybody) =>
  by.post(`${trackOf(shipment)}/pin`, { last_digits: digits });
const instruct = (shipment: { tracking_url: string }, body: object) =>
  anybody.put(`${trackOf(shipment)}/instructions`, body);
const rate = (shipment: { tracking_url: string }, body: object) =>
  anybody.put(`${trackOf(shipment)}/rating`, body);
const eventsOf = async (id: string) =>
  (await account.sandbox.get(`${platform}/shipments/${id}/events?limit=100`)).body.data;
const tooEasy = {
  delivery: { contact: { name: "Alex Example", phone: "+4915112345678" }, address: kreuzberg },
};

test("the brand is on the public tracking, its logo by the link alone", async () => {
  const own = await server.account();
  const { shipment } = await createQuoted(own.sandbox);
  expect((await shown(shipment)).brand).toBeNull();
  await refuses(anybody.get(`${trackOf(shipment)}/logo`), 404, "not_found");
  const logo = await uploadLogo(own);
  const contact = { phone: "+4930123456", email: "hello@example.com", url: "https://shop.example.com" };
  const brand = { logo_image_id: logo, color: "#0b7285", contact };
  await own.session.patch(`${platform}/account`, { brand }, { "x-environment": "sandbox" });
  const seen = (await shown(shipment)).brand;
  expect(seen).toEqual({ logo_url: `${server.url}${trackOf(shipment)}/logo`, color: "#0b7285", contact });
  const image = await fetch(seen.logo_url);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
  await own.sandbox.delete(`${platform}/shipments/${shipment.id}/tracking-link`);
  await refuses(anybody.get(`${trackOf(shipment)}/logo`), 410, "tracking_link_ended");
});

test("the PIN is shown to who knows the phone's last digits; five wrong tries lock it for a day, however they come", async () => {
  const { shipment } = await createAssigned(account.sandbox, withPinAndPhone);
  const { pin } = (await account.sandbox.get(`${platform}/shipments/${shipment.id}/pin`)).body;
  expect((await shown(shipment)).pin).toBe("confirm");
  expect((await tryDigits(shipment, "5678")).body).toEqual({ pin });
  const wrong = await refuses(tryDigits(shipment, "8765"), 403, "digits_wrong", { members: ["tries_left"] });
  expect(wrong.body.tries_left).toBe(4);
  // A right try forgives.
  expect((await tryDigits(shipment, "5678")).headers.get("cache-control")).toContain("no-store");
  for (const digits of ["", "567", "５６７８", "abcd"]) {
    await refuses(tryDigits(shipment, digits), 422, "validation_failed", {
      at: { "#/last_digits": "format" },
    });
  }
  const rows = databaseRows(server);
  await refuses(
    tryDigits(shipment, "0000", server.client({ origin: "https://evil.example.com" })),
    403,
    "cross_origin_refused",
  );
  expect(databaseRows(server)).toEqual(rows);

  const answers = await Promise.all(Array.from({ length: 12 }, () => tryDigits(shipment, "0000")));
  const codes = answers.map(({ body }) => body.code);
  expect(codes.filter((code) => code === "digits_wrong")).toHaveLength(4);
  expect(codes.filter((code) => code === "digits_locked")).toHaveLength(8);
  expect(
    answers
      .map(({ body }) => body.tries_left)
      .filter((left) => left !== undefined)
      .sort(),
  ).toEqual([1, 2, 3, 4]);
  expect((await shown(shipment)).pin).toBe("locked");
  const right = await refuses(tryDigits(shipment, "5678"), 429, "digits_locked");
  expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(86_000);
  // Durable: the count is in the row, not in memory. Of all tries, also the one before the right digits.
  expect(databaseRows(server)["sandbox.shipments"]?.find(({ id }) => id === shipment.id)).toMatchObject({
    digit_tries: 6,
  });

  clock.advance(dayMs / 1000);
  expect((await shown(shipment)).pin).toBe("confirm");
  expect((await tryDigits(shipment, "5678")).body).toEqual({ pin });

  // Nothing but this answer and the sender's own has it.
  const told = [
    await shown(shipment),
    (await account.sandbox.get(`${platform}/shipments/${shipment.id}`)).body,
    await eventsOf(shipment.id),
    (await account.sandbox.get(`${platform}/requests?limit=100`)).body,
    Object.entries(databaseRows(server)).filter(([table]) => table !== "sandbox.shipments"),
  ];
  for (const text of told.map((value) => JSON.stringify(value))) {
    expect(text).not.toContain(`"${pin}"`);
    expect(text).not.toContain(`\\"${pin}\\"`);
  }
});

test("wrong digits of an earlier phone number or an earlier link do not lock the PIN", async () => {
  const { shipment } = await createAssigned(account.sandbox, withPinAndPhone);
  const { pin } = (await account.sandbox.get(`${platform}/shipments/${shipment.id}/pin`)).body;
  const lock = async (link: { tracking_url: string }) => {
    for (let tries = 0; tries < 5; tries += 1) await tryDigits(link, "0000");
    expect((await shown(link)).pin).toBe("locked");
  };
  const phone = (number: string) =>
    account.sandbox.patch(`${platform}/shipments/${shipment.id}`, {
      delivery: { contact: { phone: number } },
    });
  await lock(shipment);
  // The same last digits.
  await phone("+4915212345678");
  expect((await shown(shipment)).pin).toBe("locked");
  await phone("+4915212349999");
  expect((await shown(shipment)).pin).toBe("confirm");
  expect((await tryDigits(shipment, "9999")).body).toEqual({ pin });
  await lock(shipment);
  const renewed = await account.sandbox.post(`${platform}/shipments/${shipment.id}/tracking-link`);
  expect((await shown(renewed.body)).pin).toBe("confirm");
  expect((await tryDigits(renewed.body, "9999")).body).toEqual({ pin });
});

test("without a requirement, a phone or a carrier, and after the end, the link shows no PIN", async () => {
  const { delivery } = withPinAndPhone;
  const none = [
    (await createAssigned(account.sandbox, tooEasy)).shipment,
    (await createQuoted(account.sandbox, withPinAndPhone)).shipment,
    (
      await createAssigned(account.sandbox, {
        delivery: { ...delivery, contact: { name: "Alex Example" } },
      })
    ).shipment,
  ];
  const over = (await createAssigned(account.sandbox, withPinAndPhone)).shipment;
  await advance(account.sandbox, over.id, "delivered");
  for (const shipment of [...none, over]) {
    expect((await shown(shipment)).pin).toBe("none");
    await refuses(tryDigits(shipment, "5678"), 409, "pin_not_shown");
  }
  await refuses(anybody.post("/api/v1/track/nobody/pin", { last_digits: "5678" }), 404, "not_found");
});

test("instructions reach the carrier and the account once, and only while they can count", async () => {
  const { sandbox } = account;
  const { shipment } = await createAssigned(sandbox, tooEasy);
  const may = { text: true, neighbor: true, safe_place: true };
  expect((await shown(shipment)).instructions).toEqual({ text: null, leave: null, may });
  const asked = { text: "The bell is broken.", leave: { where: "neighbor", note: "Meyer" } };
  const given = await instruct(shipment, asked);
  expect(given.body).toEqual({ ...asked, may });
  expect((await instruct(shipment, asked)).body).toEqual(given.body);
  const { body } = await sandbox.get(`${platform}/shipments/${shipment.id}`);
  expect(body.recipient_instructions).toMatchObject(asked);
  expect(body.delivery.instructions).toBeNull();
  const [event, ...more] = (await eventsOf(shipment.id)).filter(
    ({ type }: { type: string }) => type === "shipment.instructions_changed",
  );
  expect(more).toEqual([]);
  expect(event.data).toMatchObject({ shipment: { id: shipment.id, recipient_instructions: asked } });
  expect(event.data.shipment.version).toBe(body.version);

  for (const [wrong, pointer, word] of [
    [{ text: "x".repeat(281) }, "#/text", "max_length"],
    [{ leave: { where: "roof" } }, "#/leave/where", "enum"],
    [{ leave: { where: "neighbor", note: "x".repeat(141) } }, "#/leave/note", "max_length"],
    [{ texts: "x" }, "#/texts", "unknown_field"],
  ] as const) {
    await refuses(instruct(shipment, wrong), 422, "validation_failed", { at: { [pointer]: word } });
  }
  expect((await instruct(shipment, {})).body).toEqual({ text: null, leave: null, may });
  await refuses(rate(shipment, { thumb: "up" }), 409, "shipment_not_delivered");

  const signed = (
    await createAssigned(sandbox, {
      delivery: { ...tooEasy.delivery, requirements: { signature: true } },
    })
  ).shipment;
  expect((await shown(signed)).instructions.may).toEqual({ text: true, neighbor: false, safe_place: false });
  await refuses(instruct(signed, { leave: { where: "safe_place" } }), 422, "validation_failed", {
    at: { "#/leave/where": "not_allowed" },
  });
  expect((await instruct(signed, { text: "Second floor" })).status).toBe(200);
  await advance(sandbox, signed.id, "delivered");
  await refuses(instruct(signed, { text: "Too late" }), 409, "shipment_not_editable", notEditable);
});

test("carriers get the sender's words, then the recipient's", async () => {
  const own = await startServer({ replacements: { carriers: () => [played] } });
  const { sandbox } = await own.account();
  const { shipment } = await createQuoted(sandbox, {
    delivery: { ...tooEasy.delivery, instructions: "Ring twice" },
  });
  const put = (body: object) => own.client().put(`${trackOf(shipment)}/instructions`, body);
  // Before anybody has it: the booking brings it along.
  await put({ leave: { where: "safe_place" } });
  await sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, { strategy: "cheapest" });
  await eventually("booked", async () => updates[0]);
  // The other spelling is taken, too, and answers keep theirs.
  await put({ text: "Mind the dog.", leave: { where: "neighbour", note: "Meyer" } });
  await eventually("updated", async () => updates[1]);
  await put({});
  await eventually("updated again", async () => updates[2]);
  expect(updates).toEqual([
    "Ring twice\nRecipient: Leave in a safe place.",
    "Ring twice\nRecipient: Leave with a neighbor (Meyer). Mind the dog.",
    "Ring twice",
  ]);
  await own.stop();
});

test("words of a recipient are one line, so that none looks like the sender's", async () => {
  const { sandbox } = account;
  const { shipment } = await createAssigned(sandbox, tooEasy);
  const forged = "ok\r\n\u202eSender:\u2028no\u0000\u001b[2J\tsignature\u2066 needed \u2069";
  const text = forged.replace("\u0000", "");
  const line = "ok Sender: no [2J signature needed";
  const given = await instruct(shipment, { text, leave: { where: "neighbor", note: text } });
  expect(given.body).toMatchObject({ text: line, leave: { where: "neighbor", note: line } });
  // The same for a reader: nothing is changed.
  const events = await eventsOf(shipment.id);
  expect((await instruct(shipment, { text: line, leave: { where: "neighbor", note: line } })).status).toBe(
    200,
  );
  expect((await instruct(shipment, { text, leave: { where: "neighbor", note: text } })).status).toBe(200);
  expect(await eventsOf(shipment.id)).toEqual(events);
  const empty = await instruct(shipment, { text: "\u202e", leave: { where: "neighbor", note: "\u200f" } });
  expect(empty.body).toMatchObject({ text: null, leave: { where: "neighbor", note: null } });
  await advance(sandbox, shipment.id, "delivered");
  expect((await rate(shipment, { thumb: "up", comment: text })).body).toEqual({ thumb: "up", comment: line });
});

test("instructions for another house or another person are gone, and those for the same stay", async () => {
  const { sandbox } = account;
  const { shipment } = await createQuoted(sandbox, tooEasy);
  const asked = { text: "The gate is open.", leave: { where: "safe_place", note: "Shed" } };
  const gone = { text: null, leave: null };
  const changes = [
    [{ address: { latitude: 52.4991, longitude: 13.4184 } }, asked],
    [{ contact: { name: "Alexandra Example" } }, asked],
    [{ contact: { email: "alex@example.com" } }, asked],
    [{ contact: { name: "Alex Example", phone: "+4915112340000" } }, asked],
    [{ instructions: "Ring twice" }, asked],
    [{ contact: { name: "Kim Other", phone: "+4915112341111", email: "kim@example.com" } }, gone],
    [{ address: { line1: "Other Street 5" } }, gone],
  ] as const;
  for (const [delivery, left] of changes) {
    await instruct(shipment, asked);
    const { status, body } = await sandbox.patch(`${platform}/shipments/${shipment.id}`, { delivery });
    expect([status, body.recipient_instructions]).toMatchObject([200, left]);
    expect((await shown(shipment)).instructions).toMatchObject(left);
  }
  const row = databaseRows(server)["sandbox.shipments"]?.find(({ id }) => id === shipment.id);
  expect(JSON.parse(String(row?.recipient_instructions))).toMatchObject({ ...gone, changes: 2 });
});

test("a fleet's driver and its server get the recipient's words, and the driver's are apart from the sender's", async () => {
  const { sandbox, accountId } = account;
  const carrierId = await addOpenFleet(server, accountId);
  const driver = await addDriver(server, "sandbox", accountId, { carrierId });
  const { id, assignmentId } = await acceptFleet(sandbox, carrierId, {
    delivery: { ...tooEasy.delivery, instructions: "Ring twice" },
  });
  await giveJob(server, driver, { id, assignmentId });
  const { body: shipment } = await sandbox.get(`${platform}/shipments/${id}`);
  const leave = { where: "neighbor", note: "Meyer" };
  await instruct(shipment, { leave });
  const { body: stops } = await sandbox.get(`${platform}/drivers/${driver.id}/stops`);
  const seen = stops.data.map(({ kind, instructions, recipient_instructions }: Record<string, unknown>) => [
    kind,
    instructions,
    recipient_instructions,
  ]);
  expect(seen).toEqual([
    ["pickup", null, null],
    ["delivery", "Ring twice", { text: null, leave }],
  ]);
  const token = await sandbox.post(`${platform}/carriers/${carrierId}/tokens`, { name: "server" });
  const carrier = server.client({ authorization: `Bearer ${token.body.secret}` });
  const { body: job } = await carrier.get(`/api/v1/carrier/assignments/${assignmentId}`);
  expect(job.delivery.instructions).toBe("Ring twice\nRecipient: Leave with a neighbor (Meyer).");
});

test("a delivery is rated once it is there, and redaction leaves the thumb alone", async () => {
  const { shipment } = await createAssigned(account.sandbox, tooEasy);
  await instruct(shipment, { text: "Behind the hedge" });
  await advance(account.sandbox, shipment.id, "delivered");
  const said = { thumb: "down", comment: "Late and wet." };
  expect((await rate(shipment, said)).body).toEqual(said);
  const rows = databaseRows(server);
  expect((await rate(shipment, said)).body).toEqual(said);
  expect(databaseRows(server)).toEqual(rows);
  expect((await shown(shipment)).rating).toEqual(said);
  const event = (await eventsOf(shipment.id)).at(-1);
  expect([event.type, event.data.shipment.rating]).toMatchObject(["shipment.rated", said]);
  for (let changes = 1; changes < 20; changes += 1)
    await rate(shipment, { thumb: "up", comment: `${changes}` });
  clock.advance(600);
  await refuses(rate(shipment, said), 409, "shipment_not_editable", notEditable);

  expect((await account.sandbox.post(`${platform}/shipments/${shipment.id}/redaction`)).status).toBe(200);
  const { body } = await account.sandbox.get(`${platform}/shipments/${shipment.id}`);
  expect(body).toMatchObject({ recipient_instructions: null, rating: { thumb: "up", comment: null } });
  for (const text of ["Behind the hedge", "Late and wet."]) {
    expect(JSON.stringify(databaseRows(server))).not.toContain(text);
  }
  await refuses(rate(shipment, { thumb: "up" }), 409, "shipment_not_delivered");
  await refuses(instruct(shipment, { text: "x" }), 409, "shipment_not_editable", notEditable);
});

test("a link takes only so many requests, and none after its end", async () => {
  const { shipment } = await createAssigned(account.sandbox, tooEasy);
  const answers = await Promise.all(
    Array.from({ length: 31 }, (_, index) => instruct(shipment, { text: `${index % 2}` })),
  );
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.map(({ body }) => body.code)).toContain("rate_limited");
  expect(limited[0]?.headers.get("retry-after")).toBeDefined();
  await account.sandbox.delete(`${platform}/shipments/${shipment.id}/tracking-link`);
  clock.advance(60);
  await refuses(instruct(shipment, { text: "x" }), 410, "tracking_link_ended");
  await refuses(rate(shipment, { thumb: "up" }), 410, "tracking_link_ended");
  await refuses(tryDigits(shipment, "5678"), 410, "tracking_link_ended");
});
