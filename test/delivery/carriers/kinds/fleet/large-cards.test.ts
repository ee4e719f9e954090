import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cardText, readCard } from "../../../../../src/delivery/carriers/kinds/fleet/card-text.ts";
import { validateCard } from "../../../../../src/delivery/carriers/kinds/fleet/judging.ts";
import { prepareCard } from "../../../../../src/delivery/carriers/kinds/fleet/rate-card.ts";
import type { RateCard } from "../../../../../src/delivery/carriers/kinds/fleet/schema.ts";
import { countryCodes } from "../../../../../src/infra/geography/country.ts";
import { atOnce } from "../../../../../src/infra/waiting/turns.ts";
import { platform, shipmentBody } from "../../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../../support/harness.ts";
import { anyCard } from "../../../../web/dashboard/pages/carriers/rate-card/any-card.ts";
import { type CardService, plainCard, plainService } from "./support.ts";

/** The largest cards of several shapes: each is stored, read, applied and explained. */

const bytesMax = 2 * 1024 * 1024;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const dateAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const zonesOf = (count: number, more: object = { countries: ["DE"] }) =>
  range(count).map((index) => ({ code: `z${index}`, ...more }));
const listed = (count: number) => {
  const codes = range(count).map((index) => `z${999 - index}`);
  return { pickup_zones: codes, delivery_zones: codes };
};
const servicesOf = (count: number, more: (index: number) => Partial<CardService>) =>
  range(count).map((index) => ({ ...plainService, code: `s${index}`, ...more(index) }));
const last = { pickup_zones: ["z999"], delivery_zones: ["z999"] };
const prefixes = (count: number) => range(count).map(String);

const shapes: [shape: string, card: RateCard, offered: boolean][] = [
  [
    "as many countries and prefixes as the bound allows, all the same",
    {
      ...plainCard,
      zones: [
        ...zonesOf(40, { countries: countryCodes.slice(0, 50), postal_prefixes: prefixes(50) }),
        { code: "z999", countries: ["DE"] },
      ],
      services: servicesOf(1, () => last),
    },
    true,
  ],
  [
    "as many different prefixes",
    {
      ...plainCard,
      zones: range(1000).map((zone) => ({
        code: `z${zone}`,
        countries: ["DE"],
        postal_prefixes: range(100).map((prefix) => String(9_999_999 - zone * 100 - prefix)),
      })),
      services: servicesOf(1, () => last),
    },
    false,
  ],
  [
    "whole countries without end",
    {
      ...plainCard,
      zones: zonesOf(1000, { countries: [...countryCodes] }),
      services: servicesOf(200, () => last),
    },
    true,
  ],
  [
    "long lists of zones",
    { ...plainCard, zones: zonesOf(1000), services: servicesOf(200, () => listed(600)) },
    true,
  ],
  [
    "openings that are all missed",
    {
      ...plainCard,
      zones: zonesOf(1000),
      services: servicesOf(200, (index) => ({
        ...last,
        hours: Object.fromEntries(
          ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [
            day,
            range(10).map(
              (place) => `${clock(place * 120 + (index % 100))}-${clock(place * 120 + (index % 100) + 1)}`,
            ),
          ]),
        ),
        closed_dates: range(70).map((day) => dateAfter(day - 3)),
      })),
    },
    false,
  ],
  [
    "prices of pairs of zones",
    {
      ...plainCard,
      zones: range(100).map((zone) => ({ code: `z${zone + 900}`, countries: ["DE"] })),
      services: servicesOf(5, () => ({
        ...listed(100),
        zone_prices: range(10_000).map((pair) => ({
          from: `z${900 + Math.floor(pair / 100)}`,
          to: `z${900 + (pair % 100)}`,
          base: pair,
        })),
      })),
    },
    true,
  ],
  [
    "surcharges",
    {
      ...plainCard,
      zones: zonesOf(1000),
      services: servicesOf(200, () => ({
        ...last,
        surcharges: range(50).map((extra) => ({ code: `c${extra}`, name: "N", percent: 1.25 })),
      })),
    },
    true,
  ],
];

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

describe.each(shapes)("a card with %s", (shape, card, offered) => {
  test("is stored as it is, and its services answer", async () => {
    expect(JSON.stringify(card).length).toBeLessThan(bytesMax);
    const { live } = account;
    const code = `fleet_${shapes.findIndex(([name]) => name === shape)}`;
    const { id } = (await live.post(`${platform}/carriers`, { kind: "fleet", code, name: "F", settings: {} }))
      .body;
    const stored = await live.put(`${platform}/carriers/${id}/rate-card`, card);
    expect([stored.status, stored.body]).toEqual([200, { version: 1, ...card }]);
    const explained = await live.post(`${platform}/carriers/${id}/quote-explanation`, shipmentBody());
    const answers = explained.body.services.map((one: { offered: boolean }) => one.offered);
    expect(answers).toEqual(card.services.map(() => offered));
    const listedCarrier = await live.get(`${platform}/carriers/${id}`);
    expect(listedCarrier.body.services).toEqual(card.services.map(({ code, name }) => ({ code, name })));
    expect((await live.delete(`${platform}/carriers/${id}`)).status).toBe(204);
  });
});

test("a large card with a fault names it, and changes nothing", async () => {
  const { live } = account;
  const settings = { kind: "fleet", code: "faulty", name: "F", settings: {} };
  const { id } = (await live.post(`${platform}/carriers`, settings)).body;
  const card = {
    ...plainCard,
    zones: zonesOf(1000),
    services: servicesOf(200, () => ({ ...last, code: "same" })),
  };
  const refused = await live.put(`${platform}/carriers/${id}/rate-card`, card);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toHaveLength(50);
  expect(refused.body.errors[0]).toMatchObject({ pointer: "#/services/1/code", code: "duplicate" });
  expect((await live.get(`${platform}/carriers/${id}/rate-card`)).status).toBe(404);
});

test("a body that is no JSON, or no object, is refused as everywhere", () => {
  const judged = (body: string) => validateCard(new TextEncoder().encode(body));
  expect(judged("{")).toMatchObject({ refused: "body_unparsable" });
  expect(judged("[]")).toMatchObject({ refused: "validation_failed" });
  expect(judged(JSON.stringify({ ...plainCard, version: 7 }))).toMatchObject({ sound: { expected: 7 } });
});

test("zones with the same countries share them: an index holds their sum, not their product", () => {
  const zones = zonesOf(400, { countries: countryCodes.slice(0, 100), postal_prefixes: prefixes(50) });
  const services = servicesOf(1, () => ({ pickup_zones: ["z0"], delivery_zones: ["z0"] }));
  const prepared = atOnce(prepareCard({ ...plainCard, zones, services }, 1));
  expect(prepared.zones.areas).toHaveLength(1);
  const [area] = prepared.zones.areas;
  expect([area?.countries.size, area?.byPrefix.size, area?.prefixed.length]).toEqual([100, 50, 400]);
  expect(prepared.entries).toBeLessThan(400 * 160);
});

test("a card that is read in pieces is the same, whatever its texts have in them", () => {
  const name = fc.string({
    unit: fc.constantFrom('"', "\\", "{", "}", "[", "]", ",", "a", "ü", "\n"),
    maxLength: 9,
  });
  fc.assert(
    fc.property(anyCard, fc.array(name, { minLength: 3, maxLength: 3 }), (made, names) => {
      const services = made.services.map((service, index) => ({ ...service, name: names[index] ?? "" }));
      const card = { ...made, services };
      expect(atOnce(readCard(cardText(card)))).toEqual(card);
    }),
  );
  const empty = { currency: "EUR", time_zone: "UTC", zones: [], services: [] };
  expect(atOnce(readCard(cardText(empty)))).toEqual(empty);
});
