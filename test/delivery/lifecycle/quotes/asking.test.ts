import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Carrier, QuoteAnswer } from "../../../../src/delivery/carriers/carrier.ts";
import { carriersOf } from "../../../../src/delivery/carriers/connections.ts";
import { healthOf } from "../../../../src/delivery/carriers/health.ts";
import { storeAnswers } from "../../../../src/delivery/lifecycle/quotes/answers.ts";
import { withdrawQuotesOf } from "../../../../src/delivery/lifecycle/quotes/rounds.ts";
import type { CarrierIdentity } from "../../../../src/delivery/model/model.ts";
import { write } from "../../../../src/infra/deps.ts";
import { gate, never, offers, type PlayedCarrier, playCarrier } from "../../../support/carriers.ts";
import { createClock, jobsAtRest, wakeJobs } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { createQuoted, createShipment, kreuzberg, platform } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";
import { scansOf, watchStatements } from "../../../support/statements.ts";

/** What each carrier is asked, and when: a carrier that is slow or silent is nobody else's problem. */

const quoting = { quotingDeadlineSeconds: 60 };

/** For worlds that nothing is special about: they come one after the other, and leave nothing behind. */
let shared: TestServer;
let played: Carrier[] = [];
beforeAll(async () => {
  shared = await startServer({ config: quoting, replacements: { carriers: () => played } });
});
afterAll(() => shared.stop());

/** What ends a test's world: a reset calls its asks off, so that the carriers' places are free. */
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface World {
  server: TestServer;
  sandbox: Client;
  sandboxKey: string;
  live: Client;
  /** Plays other carriers from now on. */
  play(...carriers: Carrier[]): void;
}

async function startWorld(carriers: Carrier[]): Promise<World> {
  const { sandbox, sandboxKey, live } = await shared.account();
  ends.push(() => sandbox.delete(`${platform}/sandbox/data`));
  const play = (...others: Carrier[]) => {
    played = others;
  };
  play(...carriers);
  return { server: shared, sandbox, sandboxKey, live, play };
}

/** A world with a server of its own. */
async function startOwnWorld(
  carriers: Carrier[],
  options: Parameters<typeof startServer>[0] = {},
): Promise<World> {
  let played = carriers;
  const server = await startServer({
    ...options,
    config: quoting,
    replacements: { carriers: () => played, ...options.replacements },
  });
  ends.push(() => server.stop());
  const { sandbox, sandboxKey, live } = await server.account();
  const play = (...others: Carrier[]) => {
    played = others;
  };
  return { server, sandbox, sandboxKey, live, play };
}

async function quotesOf(client: Client, shipmentId: string, wait = 0) {
  return (await client.get(`${platform}/shipments/${shipmentId}/quotes?wait_seconds=${wait}`)).body;
}

interface Quotes {
  data: { carrier: { code: string } }[];
  unavailable: { carrier: { code: string } | null; code: string }[];
  status: string;
}

function summary({ data, unavailable, status }: Quotes) {
  return {
    status,
    offers: data.map(({ carrier }) => carrier.code).sort(),
    refusals: Object.fromEntries(unavailable.map(({ carrier, code }) => [carrier?.code, code])),
  };
}

function countAsks({ server }: World): number {
  const { db } = server.deps.stores.platform("sandbox");
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM quote_asks`)?.n ?? 0;
}

const limited = (carrier: PlayedCarrier, parallelAsks: number): PlayedCarrier => ({
  ...carrier,
  limits: { parallelAsks },
});

describe("each carrier has its own limit", () => {
  test("a silent one holds its own places only, and the newest ask takes a place that gets free", async () => {
    const answers = new Map<string, (answer: QuoteAnswer) => void>();
    const slow = limited(
      playCarrier("slow", {
        quote: ({ shipmentId }) => new Promise((resolve) => answers.set(shipmentId, resolve)),
      }),
      2,
    );
    const world = await startWorld([slow, limited(playCarrier("quick"), 1)]);
    const ids: string[] = [];
    for (let made = 0; made < 5; made += 1) {
      const { id } = await createShipment(world.sandbox);
      ids.push(id);
      const partial = await eventually("the quick offer", async () => {
        const quotes = await quotesOf(world.sandbox, id);
        return quotes.data.length > 0 ? quotes : undefined;
      });
      expect(summary(partial)).toEqual({ status: "partial", offers: ["quick"], refusals: {} });
    }
    const asked = () => slow.calls.map(({ key }) => ids.indexOf(key.split(":")[0] ?? ""));
    expect(asked()).toEqual([0, 1]);
    expect(countAsks(world)).toBe(5);
    answers.get(ids[0] ?? "")?.(offers({ amount: 500 }));
    await eventually("the next ask", () => slow.calls.length === 3 || undefined);
    expect(asked()).toEqual([0, 1, 4]);
    expect(summary(await quotesOf(world.sandbox, ids[0] ?? "", 30))).toEqual({
      status: "complete",
      offers: ["quick", "slow"],
      refusals: {},
    });
  });

  test("who gives up waiting makes room: a round that is over calls its asks off", async () => {
    const signals: AbortSignal[] = [];
    const silent = limited(
      playCarrier("silent", {
        quote: (_, signal) => {
          signals.push(signal);
          return never();
        },
      }),
      1,
    );
    const world = await startWorld([silent]);
    const first = await createShipment(world.sandbox);
    const second = await createShipment(world.sandbox);
    await eventually("the first ask", () => silent.calls.length === 1 || undefined);
    await world.sandbox.post(`${platform}/shipments/${first.id}/cancellation`);
    expect(countAsks(world)).toBe(1);
    await eventually("the second ask", () => silent.calls.length === 2 || undefined);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(silent.calls.map(({ key }) => key)).toEqual([`${first.id}:1`, `${second.id}:1`]);
    // A caller's change of mind is nothing that the carrier did.
    expect(healthOf(world.server.deps, "sandbox", silent.identity.id)).toMatchObject({
      asked: 2,
      answered: 0,
      last_error: null,
    });
    // A reset leaves no ask, and what comes later changes nothing.
    await world.sandbox.delete(`${platform}/sandbox/data`);
    expect(countAsks(world)).toBe(0);
  });
});

describe("nothing is written but what has happened", () => {
  test("answers that arrive in the same moment share a transaction", async () => {
    const answer = gate<QuoteAnswer>();
    const waiting = ["a", "b", "c"].map((code) => playCarrier(code, { quote: () => answer.promise }));
    const world = await startOwnWorld(waiting);
    const { id } = await createShipment(world.sandbox);
    await eventually("all asks", () => waiting.every(({ calls }) => calls.length === 1) || undefined);
    const writes = spyOn(world.server.deps.stores.platform("sandbox"), "write");
    await jobsAtRest(world.server.deps, "quotes.ask");
    expect(writes).not.toHaveBeenCalled();
    answer.resolve(offers({ amount: 500 }));
    const quotes = await quotesOf(world.sandbox, id, 30);
    expect(summary(quotes)).toEqual({ status: "complete", offers: ["a", "b", "c"], refusals: {} });
    expect(writes).toHaveBeenCalledTimes(1);
  });

  test("the first answer of a carrier counts", async () => {
    const waiting = [playCarrier("a", { quote: never }), playCarrier("b", { quote: never })];
    const world = await startWorld(waiting);
    const { id } = await createShipment(world.sandbox);
    const answer = (amount: number) => ({
      carrier: waiting[0]?.identity as CarrierIdentity,
      answer: offers({ amount }),
    });
    for (const answers of [[answer(1), answer(2)], [answer(3)]]) {
      await write(world.server.deps, "sandbox", (writing) =>
        storeAnswers(writing, { shipmentId: id, number: 1 }, answers),
      );
    }
    const { data, status } = await quotesOf(world.sandbox, id);
    expect(data.map(({ price }: { price: { amount: number } }) => price.amount)).toEqual([1]);
    expect(status).toBe("partial");
  });

  test("without carriers the round is complete in the transaction of the shipment", async () => {
    const world = await startOwnWorld([]);
    const writes = spyOn(world.server.deps.stores.platform("live"), "write");
    const { id } = await createShipment(world.live);
    expect(summary(await quotesOf(world.live, id))).toEqual({
      status: "complete",
      offers: [],
      refusals: { undefined: "no_carriers_configured" },
    });
    await jobsAtRest(world.server.deps);
    expect(writes).toHaveBeenCalledTimes(1);
  });
});

describe("who is not asked", () => {
  test("a carrier that cannot prove what the shipment requires", async () => {
    const plain: Carrier = { ...playCarrier("plain"), proves: ["signature"] };
    const world = await startWorld([plain, playCarrier("careful")]);
    const { id } = await createShipment(world.sandbox);
    expect(summary(await quotesOf(world.sandbox, id, 30)).offers).toEqual(["careful", "plain"]);
    const required = { signature: true, pin: true, min_age: 18 };
    const strict = await createShipment(world.sandbox, {
      delivery: { contact: { name: "Ola" }, address: kreuzberg, requirements: required },
    });
    const quotes = await quotesOf(world.sandbox, strict.id, 30);
    expect(summary(quotes)).toEqual({
      status: "complete",
      offers: ["careful"],
      refusals: { plain: "requirement_unsupported" },
    });
    expect(quotes.unavailable[0].message).toBe(
      "The carrier does not support these requirements: pin, min_age.",
    );
    expect((plain as PlayedCarrier).calls).toHaveLength(1);
  });

  test("with a simulation only simulated carriers make offers", async () => {
    const own = playCarrier("own");
    const world = await startWorld([]);
    world.play(...carriersOf(world.server.deps, "sandbox", ""), own);
    const simulated = await createShipment(world.sandbox, { simulation: {} });
    const plain = await createShipment(world.sandbox);
    const three = ["city_van", "parcel_post", "swift_bike"];
    expect(summary(await quotesOf(world.sandbox, simulated.id, 30)).offers).toEqual(three);
    expect(summary(await quotesOf(world.sandbox, plain.id, 30)).offers).toEqual([
      "city_van",
      "own",
      ...three.slice(1),
    ]);
    expect(Object.keys(plain.simulation).sort()).toEqual(Object.keys(simulated.simulation).sort());
    const again = await world.sandbox.post(`${platform}/shipments/${simulated.id}/quotes`);
    expect(summary(again.body).offers).toEqual(three);
  });

  test("a carrier that was paused while it was asked, or before its turn, makes no offer", async () => {
    const answer = gate<QuoteAnswer>();
    const paused = limited(playCarrier("paused", { quote: () => answer.promise }), 1);
    const world = await startWorld([paused, playCarrier("quick")]);
    const shipments = [await createShipment(world.sandbox), await createShipment(world.sandbox)];
    await eventually("the ask", () => paused.calls.length === 1 || undefined);
    world.play(playCarrier("quick"));
    answer.resolve(offers({ amount: 1 }));
    for (const { id } of shipments) {
      expect(summary(await quotesOf(world.sandbox, id, 30))).toEqual({
        status: "complete",
        offers: ["quick"],
        refusals: { paused: "carrier_error" },
      });
    }
    expect(paused.calls).toHaveLength(1);
  });

  test("its quotes are withdrawn, a batch at a time: open ones and those that would reopen", async () => {
    const [going, staying] = [playCarrier("going"), playCarrier("staying")];
    // Waits for all jobs, and nobody here is silent.
    const world = await startOwnWorld([going, staying]);
    // A job reads the carriers when it is made.
    await jobsAtRest(world.server.deps);
    const watch = watchStatements();
    const open = await createQuoted(world.sandbox);
    const accepted = await createQuoted(world.sandbox);
    const path = `${platform}/shipments/${accepted.shipment.id}/assignments`;
    const kept = accepted.quotes.find(
      ({ carrier }: { carrier: { code: string } }) => carrier.code === "staying",
    );
    const assignment = await world.sandbox.post(path, { quote_id: kept.id });
    const withdraw = (after?: ReturnType<typeof withdrawQuotesOf>) =>
      write(world.server.deps, "sandbox", (writing) =>
        withdrawQuotesOf(writing, going.identity.id, () => false, { after, limit: 1 }),
      );
    const first = await withdraw();
    const second = await withdraw(first);
    expect([first?.id, second?.id].sort()).toEqual(
      [open, accepted]
        .flatMap(({ quotes }) => quotes)
        .filter(({ carrier }: { carrier: { code: string } }) => carrier.code === "going")
        .map(({ id }: { id: string }) => id)
        .sort(),
    );
    expect(await withdraw(second)).toBeUndefined();
    await world.sandbox.delete(`${path}/${assignment.body.id}`);
    await jobsAtRest(world.server.deps);
    // Nothing reopened, so both were asked again.
    expect(going.calls.length).toBe(3);
    watch.stop();
    expect(watch.take().flatMap((one) => scansOf(one).map((line) => `${line}: ${one.source}`))).toEqual([]);
    const statuses = async (id: string) =>
      (await quotesOf(world.sandbox, id)).data.map((quote: { carrier: { code: string }; status: string }) => [
        quote.carrier.code,
        quote.status,
      ]);
    expect(Object.fromEntries(await statuses(open.shipment.id))).toEqual({
      going: "withdrawn",
      staying: "open",
    });
  });
});

describe("the deadline", () => {
  test("comes for asks that wait and for those on their way, and each carrier is said to be late", async () => {
    const clock = createClock();
    const silent = limited(playCarrier("silent", { quote: never }), 1);
    const world = await startOwnWorld([silent, playCarrier("quick")], { replacements: { clock } });
    const shipments = [await createShipment(world.sandbox), await createShipment(world.sandbox)];
    await eventually("the offers", async () => {
      const all = await Promise.all(shipments.map(({ id }) => quotesOf(world.sandbox, id)));
      return all.every(({ data }) => data.length === 1) || undefined;
    });
    clock.advance(59);
    await wakeJobs(world.server.deps);
    await jobsAtRest(world.server.deps, "quotes.ask");
    expect(countAsks(world)).toBe(2);
    clock.advance(1);
    await wakeJobs(world.server.deps);
    for (const { id } of shipments) {
      expect(summary(await quotesOf(world.sandbox, id, 30))).toEqual({
        status: "complete",
        offers: ["quick"],
        refusals: { silent: "carrier_timeout" },
      });
    }
    expect(countAsks(world)).toBe(0);
  });

  test("counts from the start of the round: a restart does not stretch it, and lets carriers answer once more", async () => {
    const dataDir = await makeDataFolder();
    const clock = createClock();
    const silent = playCarrier("silent", { quote: never });
    const before = await startOwnWorld([silent], { dataDir, replacements: { clock } });
    const early = await createShipment(before.sandbox);
    await eventually("the ask", () => silent.calls.length === 1 || undefined);
    await before.server.stop();

    clock.advance(50);
    const second = await startOwnWorld([silent], { dataDir, replacements: { clock } });
    await eventually("the second ask", () => silent.calls.length === 2 || undefined);
    const client = second.server.client({ "x-api-key": before.sandboxKey });
    expect((await quotesOf(client, early.id)).status).toBe("pending");
    clock.advance(10);
    await wakeJobs(second.server.deps);
    expect(summary(await quotesOf(client, early.id, 30)).refusals).toEqual({ silent: "carrier_timeout" });
    const late = await createShipment(client);
    await eventually("the third ask", () => silent.calls.length === 3 || undefined);
    await second.server.stop();

    // However long nothing ran, the carriers are asked once more.
    clock.advance(86_400 / 2);
    const third = await startOwnWorld([playCarrier("silent")], { dataDir, replacements: { clock } });
    const again = third.server.client({ "x-api-key": before.sandboxKey });
    expect(summary(await quotesOf(again, late.id, 30))).toEqual({
      status: "complete",
      offers: ["silent"],
      refusals: {},
    });
    await third.server.stop();

    // But not for a whole deadline.
    const fourth = await startOwnWorld([silent], { dataDir, replacements: { clock } });
    const last = await createShipment(fourth.server.client({ "x-api-key": before.sandboxKey }));
    await fourth.server.stop();
    clock.advance(3600);
    const fifth = await startOwnWorld([silent], { dataDir, replacements: { clock } });
    const reader = fifth.server.client({ "x-api-key": before.sandboxKey });
    expect((await quotesOf(reader, last.id)).status).toBe("pending");
    clock.advance(3);
    await wakeJobs(fifth.server.deps);
    expect(summary(await quotesOf(reader, last.id, 30)).refusals).toEqual({ silent: "carrier_timeout" });
    await fifth.server.stop();
    rmSync(dataDir, { recursive: true });
  });
});
