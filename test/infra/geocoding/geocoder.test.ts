import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Deps } from "../../../src/infra/deps.ts";
import { ask, geocoderState, isResting, mayType, type Reply } from "../../../src/infra/geocoding/geocoder.ts";
import { nominatimEntry, type PlayedGeocoder, startGeocoder, torstrasse } from "../../support/geocoder.ts";
import { eventually, startServer, type TestServer } from "../../support/harness.ts";

/** The operator's geocoder helps where it can, whatever it answers. */
let geocoder: PlayedGeocoder;
let server: TestServer;
let nowMs = 0;
let deps: Deps;
beforeAll(async () => {
  geocoder = await startGeocoder();
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  await geocoder.stop();
});
beforeEach(() => {
  geocoder.play = "well";
  geocoder.held = undefined;
  geocoder.asked = [];
  geocoder.paths = [];
  geocoder.headers = [];
  geocoder.openMax = 0;
  deps = depsWith({});
});

/** A geocoder that nobody has asked yet, in a time of its own. */
function depsWith(change: Partial<Deps["config"]>): Deps {
  const config = { ...server.deps.config, geocoderUrl: geocoder.url, geocoderPerSecond: 1_000, ...change };
  const started = performance.now();
  nowMs = 0;
  const realClock = {
    ...server.deps.realClock,
    monotonic: () => nowMs + performance.now() - started,
  };
  return { ...server.deps, config, realClock };
}

const turn = { rank: "form", at: 0, party: "acc" } as const;
const question = { text: "Torstraße 1, 10119 Berlin", countries: ["DE"] };
const askOnce = (given = deps): Promise<Reply> => ask(given, question, { turn });

test("Nominatim is asked for a country, and a key goes along", async () => {
  const reply = await askOnce(depsWith({ geocoderKey: "k&y" }));
  expect(reply).toMatchObject({
    kind: "answered",
    attribution: "Data © OpenStreetMap contributors, ODbL 1.0.",
    hits: [{ latitude: 52.5291, longitude: 13.4014, precision: "house", country: "DE", houseNumber: "1" }],
  });
  const url = new URL(geocoder.paths[0] ?? "", "http://x");
  expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
    "/maps/search",
    {
      q: question.text,
      format: "jsonv2",
      addressdetails: "1",
      limit: "5",
      countrycodes: "de",
      key: "k&y",
    },
  ]);
  expect(geocoder.headers[0]?.["user-agent"]).toStartWith("Waybill/");
});

test("Photon is asked with the name of the country", async () => {
  const reply = await askOnce(depsWith({ geocoder: "photon" }));
  expect(reply).toMatchObject({
    kind: "answered",
    attribution: "© OpenStreetMap contributors",
    hits: [{ latitude: 52.5291, longitude: 13.4014, precision: "house", country: "DE", street: "Torstraße" }],
  });
  const url = new URL(geocoder.paths[0] ?? "", "http://x");
  expect([url.pathname, url.searchParams.get("q")]).toEqual(["/maps/api", `${question.text}, Germany`]);
});

describe("what is no answer fails, and after three failures nobody asks for 30 seconds", () => {
  test.each(["html", "broken_json", "error", "redirect", "huge"] as const)("%s", async (play) => {
    geocoder.play = play;
    for (const _ of [1, 2, 3]) {
      expect(isResting(deps)).toBe(false);
      expect(await askOnce()).toEqual({ kind: "failed" });
    }
    expect(isResting(deps)).toBe(true);
    geocoder.play = "well";
    expect(await askOnce()).toEqual({ kind: "unasked" });
    expect(geocoder.asked).toHaveLength(3);
    nowMs += 30_000;
    expect(await askOnce()).toMatchObject({ kind: "answered" });
    expect(isResting(deps)).toBe(false);
    const { failures } = geocoderState(deps);
    expect(failures).toHaveLength(3);
    for (const { message } of failures) expect(message).not.toMatch(/Torstra|10119|maps/);
  });

  test("each failure after that doubles the wait", async () => {
    geocoder.play = "error";
    for (const _ of [1, 2, 3]) await askOnce();
    nowMs += 30_000;
    await askOnce();
    nowMs += 59_000;
    expect(await askOnce()).toEqual({ kind: "unasked" });
    nowMs += 2_000;
    expect(await askOnce()).toEqual({ kind: "failed" });
  });
});

test("what fails at the same time is one failure more: after 30 seconds somebody asks", async () => {
  const asking = depsWith({ geocoderPerSecond: 1_000 });
  const { promise, resolve } = Promise.withResolvers<void>();
  geocoder.held = promise;
  geocoder.play = "error";
  const all = Array.from({ length: 8 }, () => askOnce(asking));
  await eventually("all to be asked", () => geocoder.asked.length === 8 || undefined);
  resolve();
  expect(await Promise.all(all)).toEqual(Array(8).fill({ kind: "failed" }));
  geocoder.play = "well";
  expect(await askOnce(asking)).toEqual({ kind: "unasked" });
  nowMs += 30_000;
  expect(await askOnce(asking)).toMatchObject({ kind: "answered" });
});

test("a geocoder that was asked too often is left alone for as long as it says", async () => {
  geocoder.play = "too_many";
  expect(await askOnce()).toEqual({ kind: "failed" });
  nowMs += 119_000;
  expect(await askOnce()).toEqual({ kind: "unasked" });
  nowMs += 2_000;
  geocoder.play = "well";
  expect(await askOnce()).toMatchObject({ kind: "answered" });
});

test("of a million results none is one", async () => {
  geocoder.play = "million";
  expect(await askOnce()).toMatchObject({ kind: "answered", hits: [] });
});

describe("results that cannot be places are left out", () => {
  const entry = nominatimEntry(torstrasse);
  test.each<[string, unknown]>([
    ["0/0", { ...entry, lat: "0", lon: "0" }],
    ["a latitude of 91", { ...entry, lat: "91" }],
    ["no coordinates", { ...entry, lat: null }],
    ["words", { ...entry, lat: "north" }],
    ["null", null],
    ["a number", 7],
    ["a list", []],
    ["a country", { ...entry, addresstype: "country", place_rank: 4, address: { country_code: "de" } }],
  ])("%s", async (_, body) => {
    geocoder.play = "other";
    geocoder.body = [body, entry];
    const reply = await askOnce();
    expect(reply.kind === "answered" && reply.hits).toMatchObject([{ latitude: 52.5291 }]);
  });
});

test("names stay text, on one line and short", async () => {
  geocoder.play = "other";
  const name = `<img src=x onerror=alert(1)>\u202e\n${"long ".repeat(200)}`;
  geocoder.body = [
    { ...nominatimEntry(torstrasse), display_name: name, license: name, "licen\u0063e": name },
  ];
  const reply = await askOnce();
  if (reply.kind !== "answered") throw new Error("it answered");
  for (const text of [reply.hits[0]?.label ?? "", reply.attribution ?? ""]) {
    expect(text).toStartWith("<img src=x onerror=alert(1)> long");
    expect(text).not.toMatch(/[\n\u202e]/);
    expect(text.length).toBeLessThanOrEqual(200);
  }
});

test("forms come before orders, orders by their pickup, imports last, and accounts take turns", async () => {
  const asking = depsWith({ geocoderPerSecond: 20 });
  const open = Promise.withResolvers<void>();
  geocoder.held = open.promise;
  const askAs = (text: string, rank: "form" | "order" | "import", at: number, party = text) =>
    ask(asking, { text, countries: ["DE"] }, { turn: { rank, at, party } });
  // As many as may be answered at a time.
  const first = Array.from({ length: 20 }, (_, n) => askAs("first", "form", 0, `acc_${n}`));
  await eventually("the first", () => geocoder.asked.length === 20);
  const later = [
    askAs("import", "import", 0),
    askAs("tomorrow", "order", 2),
    askAs("tonight", "order", 1),
    askAs("busy 1", "form", 3, "busy"),
    askAs("busy 2", "form", 4, "busy"),
    askAs("other", "form", 5, "other"),
  ];
  open.resolve();
  await Promise.all([...first, ...later]);
  expect(geocoder.asked.slice(20)).toEqual(["busy 1", "other", "busy 2", "tonight", "tomorrow", "import"]);
  expect(geocoder.openMax).toBe(20);
});

test("whoever waits too long, or has gone, is not asked for", async () => {
  const asking = depsWith({ geocoderPerSecond: 1 });
  const open = Promise.withResolvers<void>();
  geocoder.held = open.promise;
  const first = askOnce(asking);
  await eventually("the first", () => geocoder.asked.length === 1);
  expect(await ask(asking, question, { turn, timeoutMs: 20 })).toEqual({ kind: "unasked" });
  const gone = new AbortController();
  const left = ask(asking, question, { turn, signal: gone.signal });
  gone.abort();
  expect(await left).toEqual({ kind: "unasked" });
  open.resolve();
  expect(await first).toMatchObject({ kind: "answered" });
  expect(geocoder.asked).toHaveLength(1);
  expect(geocoderState(asking).waiting).toBe(0);
});

test("without a geocoder, and where this installation itself listens, nothing is asked", async () => {
  expect(await askOnce(depsWith({ geocoderUrl: null }))).toEqual({ kind: "unasked" });
  expect(await askOnce(depsWith({ geocoderUrl: server.url }))).toEqual({ kind: "failed" });
  expect(geocoder.asked).toEqual([]);
});

test("forms may search while somebody types where the geocoder is the operator's own", async () => {
  expect(mayType(depsWith({ geocoderUrl: "http://192.0.2.1:8088" }))).toBe(false);
  const own = depsWith({});
  await eventually("its address", () => mayType(own));
  expect(mayType(depsWith({ geocoderTyping: "off" }))).toBe(false);
  expect(mayType(depsWith({ geocoderUrl: "http://192.0.2.1:8088", geocoderTyping: "on" }))).toBe(true);
});
