import { afterAll, beforeAll, expect, test } from "bun:test";
import type { QuoteRequest } from "../../../../../src/delivery/carriers/carrier.ts";
import { fleetKind } from "../../../../../src/delivery/carriers/kinds/fleet/adapter.ts";
import type { RateCard } from "../../../../../src/delivery/carriers/kinds/fleet/schema.ts";
import { addFleet } from "../../../../support/carrier-rows.ts";
import { platform, shipmentBody } from "../../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../../support/harness.ts";
import { plainCard, plainService } from "./support.ts";

/** An account may have fifty fleets of two hundred services: they keep nobody else waiting. */

const fleets = 8;
const services = 200;
const offersMax = 50;

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  const surcharge = (index: number) => ({ code: `s_${index}`, name: `Surcharge ${index}`, amount: 1 });
  const card: RateCard = {
    ...plainCard,
    services: Array.from({ length: services }, (_, index) => ({
      ...plainService,
      code: `service_${index}`,
      name: `Service ${index}`,
      price: { ...plainService.price, base: 10_000 - index },
      surcharges: Array.from({ length: 20 }, (_, number) => surcharge(number)),
    })),
  };
  for (let count = 0; count < fleets; count += 1)
    await addFleet(server, "live", account.accountId, { status: "active", code: `fleet_${count}` }, card);
});
afterAll(() => server.stop());

const estimate = () => account.live.post(`${platform}/estimates`, shipmentBody());

test("each fleet makes its fifty cheapest offers", async () => {
  const { status, body } = await estimate();
  expect(status).toBe(200);
  type Listed = { carrier: { code: string }; service: { code: string } };
  const codes = Map.groupBy(body.data as Listed[], ({ carrier }) => carrier.code);
  expect([...codes.values()].map((offers) => offers.length)).toEqual(Array(fleets).fill(offersMax));
  const cheapest = Array.from({ length: offersMax }, (_, index) => `service_${services - 1 - index}`);
  for (const offers of codes.values()) expect(offers.map(({ service }) => service.code)).toEqual(cheapest);
});

test("the fleets of an owner take turns, and others come in between", async () => {
  let turn = 0;
  const countTurn = () => {
    turn += 1;
    next = setImmediate(countTurn);
  };
  let next = setImmediate(countTurn);
  const rated: { accountId: string; turn: number }[] = [];
  const fleetOf = (accountId: string) =>
    fleetKind.connect({}, {
      carrier: { id: "car_1", code: "fleet", name: "Fleet", accountId },
      rateCard: () => void rated.push({ accountId, turn }),
      distance: async () => null,
    } as unknown as Parameters<typeof fleetKind.connect>[1]);
  const { signal } = new AbortController();
  const owners = ["acct_a", "acct_a", "acct_a", "acct_b"];
  await Promise.all(owners.map((owner) => fleetOf(owner).quote({} as QuoteRequest, signal)));
  clearImmediate(next);
  expect(rated.map(({ accountId }) => accountId)).toEqual(["acct_a", "acct_b", "acct_a", "acct_a"]);
  const ofOne = rated.filter(({ accountId }) => accountId === "acct_a");
  expect(new Set(ofOne.map((each) => each.turn)).size).toBe(ofOne.length);
});
