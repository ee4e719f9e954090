import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleCard } from "../../src/delivery/carriers/kinds/fleet/example.ts";
import { sha256Hex } from "../../src/infra/ids.ts";
import { type ExampleCarrier, offer, startExampleCarrier } from "../support/example-carrier.ts";
import { kreuzberg, platform, shipmentBody } from "../support/fixtures.ts";
import { type Answer, type Client, createClient, eventually } from "../support/harness.ts";
import { pictures } from "../support/images.ts";
import { operationsOf } from "../support/openapi.ts";
import { type Serving, serve, signUp } from "./executable.ts";

/** Live accounts of the compiled executable with carriers that they connect themselves. */

type Body = Answer["body"];
type Fault = Parameters<ExampleCarrier["baseUrl"]>[0];

/** More than carriers have by default: the machine may be busy with something else. */
const quoteSeconds = 8;

const cwd = mkdtempSync(join(tmpdir(), "waybill-live-"));
let serving: Serving;
let example: ExampleCarrier;
beforeAll(async () => {
  const env = {
    WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    WAYBILL_LOG_LEVEL: "error",
    WAYBILL_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  [serving, example] = await Promise.all([serve(join(cwd, "data"), { cwd, env }), startExampleCarrier()]);
});
afterAll(async () => {
  serving.kill("SIGTERM");
  const [{ exitCode }] = await Promise.all([serving.exited, example.stop()]);
  rmSync(cwd, { recursive: true });
  expect(exitCode).toBe(0);
});

let count = 0;
async function newAccount() {
  count += 1;
  const { keys } = await signUp(serving.url, `live-${count}@example.com`);
  return { live: createClient(serving.url, { "x-api-key": keys.live }), key: keys.live };
}

interface Connected {
  id: string;
  /** The carrier's server, with its token. */
  server: Client;
  tokenId: string;
  token: string;
}

/** Sets the example up under this code, at the address where it has this fault. */
async function connect(live: Client, baseUrl: string, code: string): Promise<Connected> {
  const settings = {
    base_url: baseUrl,
    signing_secret: example.secret,
    quote_seconds: quoteSeconds,
  };
  const carrier = await live.post(`${platform}/carriers`, { kind: "http", code, name: code, settings });
  expect([carrier.status, carrier.body.errors]).toEqual([201, undefined]);
  const { body } = await live.post(`${platform}/carriers/${carrier.body.id}/tokens`, { name: "server" });
  const server = createClient(serving.url, { authorization: `Bearer ${body.secret}` });
  return { id: carrier.body.id, server, tokenId: body.id, token: body.secret };
}

async function addFleet(live: Client): Promise<string> {
  const fleet = { kind: "fleet", code: "riders", name: "City Riders", settings: {} };
  const { body } = await live.post(`${platform}/carriers`, fleet);
  const card = await live.put(`${platform}/carriers/${body.id}/rate-card`, exampleCard);
  expect([card.status, card.body.errors]).toEqual([200, undefined]);
  return body.id;
}

async function quoted(live: Client, change: object = {}): Promise<{ id: string; quotes: Body }> {
  const { body } = await live.post(`${platform}/shipments`, shipmentBody({ ...change }));
  const answer = await live.get(`${platform}/shipments/${body.id}/quotes?wait_seconds=20`);
  return { id: body.id, quotes: answer.body };
}

async function accept(live: Client, id: string, body: object = { strategy: "cheapest" }): Promise<string> {
  const accepted = await live.post(`${platform}/shipments/${id}/assignments`, body);
  expect([accepted.status, accepted.body.code]).toEqual([201, undefined]);
  return accepted.body.id;
}

const codesOf = ({ data }: Body) => data.map(({ carrier }: Body) => carrier.code).sort();
const shipmentOf = async (live: Client, id: string) => (await live.get(`${platform}/shipments/${id}`)).body;
const cancel = (live: Client, id: string) => live.post(`${platform}/shipments/${id}/cancellation`);
const becomes = (live: Client, id: string, state: string) =>
  eventually(state, async () => {
    const read = await shipmentOf(live, id);
    return read.status === state || read.substatus === state ? read : undefined;
  });
const chargesOf = async (live: Client, id: string): Promise<[string, number][]> =>
  (await live.get(`${platform}/charges?shipment_id=${id}`)).body.data
    .map(({ kind, amount }: Body) => [kind, amount.amount])
    .reverse();
const assignmentsOf = async (live: Client, id: string): Promise<Body[]> =>
  (await live.get(`${platform}/shipments/${id}/assignments`)).body.data;
const booksOf = (assignmentId: string) =>
  example
    .ledger()
    .filter(({ job }) => job.assignment_id === assignmentId)
    .map(({ cancelled }) => (cancelled ? "cancelled" : "booked"));

/** Reports about an assignment, one second after the other, that end now. @returns their results */
async function report(server: Client, assignmentId: string, reports: object[], path = "/api/v1/carrier") {
  const startMs = Date.now() - reports.length * 1000;
  const sent = reports.map((each, index) => ({
    id: `r-${startMs}-${index}`,
    assignment_id: assignmentId,
    at: new Date(startMs + index * 1000).toISOString(),
    ...each,
  }));
  const { body } = await server.post(`${path}/reports`, sent);
  return body.results.map(({ result, problem }: Body) => problem?.code ?? result);
}

function upload(key: string, path: string, picture: Uint8Array<ArrayBuffer>) {
  const client = createClient(serving.url, { authorization: `Bearer ${key}` });
  return client.send(`${path}/images`, {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: picture,
  });
}

const progress = (substatus: string) => ({ type: "progress", substatus });
const bytesOf = async (key: string, path: string) => {
  const response = await fetch(serving.url + path, { headers: { "x-api-key": key } });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    bytes: await response.bytes(),
  };
};

test("an own carrier's offer beside a fleet's, its reports and images, the label, the proof and the charge", async () => {
  const { live, key } = await newAccount();
  const [own, fleet] = [await connect(live, example.baseUrl(), "fast_post"), await addFleet(live)];
  const check = await live.post(`${platform}/carriers/${own.id}/check`);
  expect(check.body.points.filter(({ passed }: Body) => !passed)).toEqual([]);

  const { id, quotes } = await quoted(live);
  expect(codesOf(quotes)).toEqual(["fast_post", "riders"]);
  const quote = quotes.data.find(({ carrier }: Body) => carrier.id === own.id);
  const assignmentId = await accept(live, id, { quote_id: quote.id });
  expect((await becomes(live, id, "confirmed")).assignment.driver.name).toBe("Kim");
  const { body: jobs } = await own.server.get("/api/v1/carrier/assignments?status=pending,confirmed");
  expect(jobs.data).toMatchObject([{ assignment_id: assignmentId, price: quote.price }]);

  const image = await upload(own.token, "/api/v1/carrier", pictures.png);
  expect(image.status).toBe(201);
  const results = await report(own.server, assignmentId, [
    progress("at_pickup"),
    progress("picked_up"),
    { type: "position", latitude: 52.51, longitude: 13.41 },
    { type: "scan", message: "Sorted at the depot." },
    { type: "delivered", proof: { recipient_name: "Alex", image_ids: [image.body.id] } },
  ]);
  expect(results).toEqual(Array(5).fill("applied"));
  const { body: tracking } = await live.get(`${platform}/tracking/${id}`);
  expect([tracking.status, tracking.position.latitude]).toEqual(["delivered", 52.51]);
  const { recipient_name, photos } = tracking.proof_of_delivery;
  expect([recipient_name, photos.length, photos[0].sha256]).toEqual(["Alex", 1, image.body.sha256]);
  const photo = await bytesOf(key, new URL(photos[0].url).pathname);
  expect([photo.status, sha256Hex(photo.bytes)]).toEqual([200, image.body.sha256]);
  for (const [format, type, start] of [
    ["pdf", "application/pdf", "%PDF-"],
    ["png", "image/png", "\u0089PNG"],
  ] as const) {
    const label = await bytesOf(key, `${platform}/shipments/${id}/label?format=${format}`);
    expect([label.status, label.type]).toEqual([200, type]);
    expect(Buffer.from(label.bytes).toString("latin1")).toStartWith(start);
  }
  expect(await chargesOf(live, id)).toEqual([["delivery", quote.price.amount]]);
  const csv = await live.get(`${platform}/charges`, { accept: "text/csv" });
  expect(csv.text).toContain(`,${id},${assignmentId},${own.id},delivery,${quote.price.amount},EUR,carrier,`);
  const { body: events } = await live.get(`${platform}/events?limit=100`);
  const types = events.data.map(({ type }: Body) => type);
  for (const type of ["shipment.delivered", "tracking.scanned", "charge.created"])
    expect(types).toContain(type);

  // The example cannot prove a PIN, so the fleet has this one for itself.
  const delivery = { contact: { name: "Alex Example" }, address: kreuzberg, requirements: { pin: true } };
  const proven = await quoted(live, { delivery });
  expect(codesOf(proven.quotes)).toEqual(["riders"]);
  expect(proven.quotes.unavailable).toMatchObject([{ code: "requirement_unsupported" }]);
  const ridden = await accept(live, proven.id);
  const { pin } = (await live.get(`${platform}/shipments/${proven.id}/pin`)).body;
  const deliver = (said: string) => ({ type: "delivered", proof: { pin: said } });
  const told = [progress("picked_up"), deliver("none"), deliver(pin)];
  expect(await report(live, ridden, told, `${platform}/carriers/${fleet}`)).toEqual([
    "applied",
    "pin_wrong",
    "applied",
  ]);
  expect((await shipmentOf(live, proven.id)).status).toBe("delivered");
});

describe("carriers with whom something goes wrong", () => {
  /** An account with one carrier, and a shipment that it has. */
  async function assigned(fault: Fault) {
    const { live } = await newAccount();
    const carrier = await connect(live, example.baseUrl(fault), "only");
    const { id, quotes } = await quoted(live);
    const assignmentId = await accept(live, id);
    return { live, carrier, id, assignmentId, price: quotes.data[0].price.amount as number };
  }
  const undone = (price: number) => [
    ["delivery", price],
    ["adjustment", -price],
  ];

  const stories = {
    async "a rejection and a drop: the next offers within the cap take over, and then nobody"() {
      const { live } = await newAccount();
      const dear = { ...offer, price: { amount: 90_000, currency: "EUR" } };
      await connect(live, example.saying({ offers: [dear] }), "dear");
      await connect(live, example.baseUrl("rejecting"), "first");
      const next = await connect(live, example.baseUrl(), "next");
      const { id, quotes } = await quoted(live);
      expect(codesOf(quotes)).toEqual(["dear", "first", "next"]);
      const { id: first } = quotes.data.find(({ carrier }: Body) => carrier.code === "first");
      const cap = { amount: 80_000, currency: "EUR" };
      await accept(live, id, { quote_id: first, auto_reassign: { max_price: cap } });
      await becomes(live, id, "confirmed");
      const [, taken] = await assignmentsOf(live, id);
      const dropped = { type: "withdrawn", reason_code: "vehicle_breakdown" };
      expect(await report(next.server, taken.id, [dropped])).toEqual(["applied"]);
      expect((await shipmentOf(live, id)).status).toBe("quoted");
      const told = (await assignmentsOf(live, id)).map(({ carrier, status, release_reason }) =>
        [carrier.code, status, release_reason].join(" "),
      );
      expect(told).toEqual(["first rejected no_supply", "next cancelled vehicle_breakdown"]);
      const charges = await chargesOf(live, id);
      expect([charges.length, charges.reduce((sum, [, amount]) => sum + amount, 0)]).toEqual([4, 0]);
      const { body: left } = await live.get(`${platform}/shipments/${id}/quotes`);
      const open = left.data.filter(({ status }: Body) => status === "open");
      expect(codesOf({ data: open })).toEqual(["dear"]);
    },

    async "silence and hostile offers: the others' offers stand, and the owner reads what was wrong"() {
      const { live } = await newAccount();
      const markup = { ...offer, service: { code: "x", name: "<script>alert(1)</script>" } };
      const priced = (price: unknown) => example.saying({ offers: [{ ...offer, price }] });
      const wrong = {
        silent: [example.baseUrl("silent"), `No complete answer within ${quoteSeconds} s.`],
        huge: [example.baseUrl("huge"), "more than 512 KiB"],
        html: [example.baseUrl("html"), "is not JSON"],
        markup: [example.saying({ offers: [markup] }), "#/offers/0/service/name"],
        dear: [priced({ amount: 1e308, currency: "EUR" }), "#/offers/0/price/amount"],
        euro: [priced({ amount: 777, currency: "EURO" }), "#/offers/0/price/currency"],
      } as const;
      const made: [string, string][] = [];
      for (const [code, [baseUrl, reason]] of Object.entries(wrong)) {
        made.push([(await connect(live, baseUrl, code)).id, reason]);
      }
      await connect(live, example.baseUrl(), "well");
      const { quotes } = await quoted(live);
      expect([quotes.status, codesOf(quotes)]).toEqual(["complete", ["well"]]);
      const unavailable = quotes.unavailable.map(({ carrier, code }: Body) => `${carrier.code} ${code}`);
      const codes = Object.keys(wrong).map(
        (code) => `${code} carrier_${code === "silent" ? "timeout" : "error"}`,
      );
      expect(unavailable.sort()).toEqual(codes.sort());
      expect(JSON.stringify(quotes)).not.toContain("alert");
      for (const [id, reason] of made) {
        const { health } = (await live.get(`${platform}/carriers/${id}`)).body;
        expect([health.asked, health.answered]).toEqual([1, 0]);
        expect(health.last_error.message).toContain(reason);
      }
    },

    async "a booking whose answer is lost, then a cancellation: booked once, cancelled once"() {
      const { live, id, assignmentId, price } = await assigned("lost");
      await eventually("a booking", () => booksOf(assignmentId).length > 0);
      expect([200, 202]).toContain((await cancel(live, id)).status);
      await becomes(live, id, "cancelled");
      await eventually("a cancellation", () => booksOf(assignmentId).length > 1);
      expect(booksOf(assignmentId)).toEqual(["booked", "cancelled"]);
      expect(await chargesOf(live, id)).toEqual(undone(price) as [string, number][]);
    },

    async "a refused cancellation and release: the shipment goes on"() {
      const { live, carrier, id, assignmentId, price } = await assigned("firm");
      await becomes(live, id, "confirmed");
      const refused = [
        await cancel(live, id),
        await live.delete(`${platform}/shipments/${id}/assignments/${assignmentId}`),
      ];
      for (const { status, body } of refused) {
        expect([status, body.code]).toEqual([409, "carrier_refused_cancellation"]);
        expect([body.detail, body.reason_code]).toEqual(["The driver is at the door.", "other"]);
      }
      const end = [progress("picked_up"), { type: "delivered" }];
      expect(await report(carrier.server, assignmentId, end)).toEqual(["applied", "applied"]);
      expect([booksOf(assignmentId), await chargesOf(live, id)]).toEqual([["booked"], [["delivery", price]]]);
    },

    async "a carrier that decides later: its acceptance, and a cancellation that costs a fee"() {
      const { live, carrier, id, assignmentId, price } = await assigned("pending");
      await eventually("the booking", () => example.requests.some(({ id }) => id.startsWith(assignmentId)));
      const job = `/api/v1/carrier/assignments/${assignmentId}`;
      expect((await carrier.server.post(`${job}/acceptance`)).body.status).toBe("confirmed");
      const asked = await cancel(live, id);
      expect([asked.status, asked.body.status]).toEqual([202, "assigned"]);
      expect((await carrier.server.get(job)).body.cancellation_requested_at).toBe(
        asked.body.cancellation_requested_at,
      );
      const agreed = { type: "cancelled", fee: { amount: 150, currency: "EUR" } };
      expect(await report(carrier.server, assignmentId, [agreed])).toEqual(["applied"]);
      expect((await shipmentOf(live, id)).status).toBe("cancelled");
      expect(await chargesOf(live, id)).toEqual([...undone(price), ["cancellation", 150]] as [
        string,
        number,
      ][]);
    },
  };
  const told = new Map<string, Promise<void>>();
  beforeAll(() => {
    // They wait for carriers, not for each other.
    for (const [name, tell] of Object.entries(stories)) {
      const telling = tell();
      telling.catch(() => {});
      told.set(name, telling);
    }
  });
  for (const name of Object.keys(stories))
    test(name, () => told.get(name) ?? Promise.reject(new Error(name)));
});

test("a carrier sees nothing of another carrier, and an account nothing of another's carriers, on any route", async () => {
  const [mine, theirs] = [await newAccount(), await newAccount()];
  const [a, b] = [
    await connect(mine.live, example.baseUrl(), "a"),
    await connect(mine.live, example.baseUrl(), "b"),
  ];
  const c = await connect(theirs.live, example.baseUrl(), "c");
  const jobOf = async (live: Client, code: string) => {
    const { id, quotes } = await quoted(live);
    const { id: quoteId } = quotes.data.find(({ carrier }: Body) => carrier.code === code);
    const assignmentId = await accept(live, id, { quote_id: quoteId });
    await becomes(live, id, "confirmed");
    return { id, assignmentId };
  };
  const jobs = [await jobOf(mine.live, "b"), await jobOf(theirs.live, "c")];
  const own = await jobOf(mine.live, "a");
  const images = [
    await upload(b.token, "/api/v1/carrier", pictures.png),
    await upload(c.token, "/api/v1/carrier", pictures.png),
  ];
  const before = await Promise.all([
    shipmentOf(mine.live, jobs[0]?.id ?? ""),
    shipmentOf(theirs.live, jobs[1]?.id ?? ""),
  ]);

  const document = await (await fetch(`${serving.url}/api/v1/openapi.json`)).json();
  const routes = operationsOf(document);
  const bodies: Record<string, unknown> = {
    rejectCarrierAssignment: { reason_code: "other" },
    patchCarrier: { name: "Mine now" },
    putCarrierLoad: { extra_minutes: 30, accepts_orders: true, until: null },
    putCarrierRateCard: exampleCard,
    explainCarrierQuote: shipmentBody(),
    issueCarrierToken: { name: "mine" },
    reportForCarrier: [
      { id: "r-1", assignment_id: own.assignmentId, at: new Date().toISOString(), type: "signal_lost" },
    ],
    uploadImageForCarrier: pictures.png,
  };
  const call = (
    client: Client,
    { method, template, operation }: (typeof routes)[number],
    ids: Record<string, string>,
  ) => {
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
    const body = bodies[operation.operationId];
    const isPicture = body instanceof Uint8Array;
    return client.send(path, {
      method,
      ...(body === undefined ? {} : { body: isPicture ? new Blob([pictures.png]) : JSON.stringify(body) }),
      headers: { "content-type": isPicture ? "image/png" : "application/json" },
    });
  };
  const ofCarrier = routes.filter(({ template }) => template.startsWith("/api/v1/carrier/"));
  const named = ofCarrier.filter(({ template }) => template.includes("{id}"));
  expect(named).toHaveLength(3);
  for (const route of named) {
    for (const { assignmentId } of jobs) {
      const { status, body } = await call(a.server, route, { id: assignmentId });
      expect([route.operation.operationId, status, body.code]).toEqual([
        route.operation.operationId,
        404,
        "not_found",
      ]);
    }
  }
  const listed = await a.server.get("/api/v1/carrier/assignments?limit=100");
  expect(listed.body.data.map(({ assignment_id }: Body) => assignment_id)).toEqual([own.assignmentId]);
  for (const { assignmentId } of jobs) {
    expect(await report(a.server, assignmentId, [progress("picked_up")])).toEqual(["assignment_not_found"]);
  }
  for (const { body } of images) {
    const stolen = { type: "delivered", proof: { image_ids: [body.id] } };
    expect(await report(a.server, own.assignmentId, [stolen])).toEqual(["image_unknown"]);
  }
  // A token is no key, and a key no token.
  expect((await a.server.get(`${platform}/shipments/${own.id}`)).status).toBe(401);
  expect((await mine.live.get("/api/v1/carrier/me")).status).toBe(401);

  const ofAccount = routes.filter(({ template }) => template.startsWith(`${platform}/carriers/{id}`));
  expect(ofAccount).toHaveLength(23);
  const unknownHook = "hook_01m7x5rdwme1ct34p92xd7wpnk";
  for (const route of ofAccount) {
    const answer = await call(mine.live, route, { id: c.id, tokenId: c.tokenId, hookId: unknownHook });
    // Only a person hands a fleet over, and no key.
    const refusal = route.operation.operationId === "handCarrierOver" ? 401 : 404;
    expect([route.operation.operationId, answer.status]).toEqual([route.operation.operationId, refusal]);
    if (!route.template.includes("{tokenId}")) continue;
    // An own carrier does not lead to another's token.
    const mixed = await call(mine.live, route, { id: a.id, tokenId: c.tokenId });
    expect([route.operation.operationId, mixed.status]).toEqual([route.operation.operationId, 404]);
  }
  const { body: carriers } = await mine.live.get(`${platform}/carriers?limit=100`);
  expect(carriers.data.map(({ code }: Body) => code).sort()).toEqual(["a", "b"]);
  const after = await Promise.all([
    shipmentOf(mine.live, jobs[0]?.id ?? ""),
    shipmentOf(theirs.live, jobs[1]?.id ?? ""),
  ]);
  expect(after).toEqual(before);
  expect((await c.server.get("/api/v1/carrier/me")).body.status).toBe("active");
});
