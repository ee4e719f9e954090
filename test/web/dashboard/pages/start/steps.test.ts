import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { environments } from "../../../../../src/infra/environment.ts";
import type { DeliveryView } from "../../../../../src/messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "../../../../../src/messaging/webhooks/endpoints/schema.ts";
import { arrivalOf, hasDelivered } from "../../../../../src/web/dashboard/pages/start/arrival.ts";
import { type Found, type Step, stepsOf } from "../../../../../src/web/dashboard/pages/start/steps.ts";

/** The steps from an empty account to a delivered webhook: which are done, and what each says to do. */

const origin = "https://waybill.example.com";
const before = globalThis.location;
beforeAll(() => Object.assign(globalThis, { location: new URL(origin) }));
afterAll(() => Object.assign(globalThis, { location: before }));

const shipment = { id: "shp_1" };
const endpoint = { id: "whe_1" } as WebhookView;
const failed = { id: "dlv_1" } as DeliveryView;
const nothing: Found = {
  shipment: undefined,
  isAccepted: false,
  keys: [],
  firstDelivery: { endpoint: undefined, hasArrived: false, failed: undefined },
};
const key = { secret: "wb_sandbox_secret" };
const unused = { last_used_at: null };
const used = { last_used_at: "2026-01-31T09:30:00.000Z" };

const doneOf = (steps: readonly Step[]) => steps.filter(({ isDone }) => isDone).map(({ id }) => id);
const stepOf = (id: Step["id"], found: Found, ...[environment = "sandbox", firstKey]: Partial<Args>) => {
  const step = stepsOf(environment, firstKey, found).find((each) => each.id === id);
  if (step === undefined) throw new Error(`no step ${id}`);
  return step;
};
type Args = [environment: (typeof environments)[number], firstKey: Parameters<typeof stepsOf>[1]];

describe("the steps", () => {
  test("begin with a key, unless the page has made one, copied or not", () => {
    const idsFor = (firstKey: Args[1]) => stepsOf("sandbox", firstKey, nothing).map(({ id }) => id);
    const others: Step["id"][] = ["create", "accept", "endpoint", "receive"];
    expect(idsFor(undefined)).toEqual(["key", ...others]);
    expect(idsFor(key)).toEqual(others);
    expect(idsFor(null)).toEqual(others);
  });

  test.each<[string, Partial<Found>, Step["id"][]]>([
    ["nothing", {}, []],
    ["a key that nobody used", { keys: [unused] }, []],
    ["a key that called the API", { keys: [unused, used] }, ["key"]],
    // Also one that was made with the form, without a key.
    ["a shipment", { shipment }, ["key", "create"]],
    ["an accepted quote", { shipment, isAccepted: true }, ["key", "create", "accept"]],
    ["an endpoint before all else", { firstDelivery: { ...nothing.firstDelivery, endpoint } }, ["endpoint"]],
    [
      "an endpoint that fails",
      { shipment, firstDelivery: { endpoint, hasArrived: false, failed } },
      ["key", "create", "endpoint"],
    ],
    [
      "everything",
      { shipment, isAccepted: true, firstDelivery: { endpoint, hasArrived: true, failed: undefined } },
      ["key", "create", "accept", "endpoint", "receive"],
    ],
    [
      "an endpoint that took something and was deleted",
      { firstDelivery: { endpoint: undefined, hasArrived: true, failed: undefined } },
      ["endpoint", "receive"],
    ],
  ])("of an account with %s", (_name, found, done) => {
    const all = { ...nothing, ...found };
    expect(doneOf(stepsOf("sandbox", undefined, all))).toEqual(done);
    expect(doneOf(stepsOf("sandbox", key, all))).toEqual(done.filter((id) => id !== "key"));
  });

  test("show the failure where it belongs, and only there", () => {
    const found = { ...nothing, firstDelivery: { endpoint, hasArrived: false, failed } };
    for (const step of stepsOf("sandbox", undefined, found))
      expect(step.failed).toEqual(step.id === "receive" ? failed : undefined);
  });
});

describe("a command", () => {
  test("has the secret while the page knows it, and the name of a variable afterwards", () => {
    for (const step of stepsOf("sandbox", key, nothing))
      expect(step.command).toContain('-H "X-API-Key: wb_sandbox_secret"');
    for (const firstKey of [null, undefined])
      for (const step of stepsOf("sandbox", firstKey, nothing)) {
        expect(step.command).toContain('-H "X-API-Key: $WAYBILL_KEY"');
        expect(step.command).not.toContain("wb_sandbox_secret");
      }
  });

  test("goes to this server, and names what is there", () => {
    const found = { ...nothing, shipment, firstDelivery: { ...nothing.firstDelivery, endpoint } };
    const api = `${origin}/api/v1`;
    expect(stepOf("accept", found).command).toStartWith(`curl ${api}/platform/shipments/shp_1/assignments `);
    expect(stepOf("accept", nothing).command).toContain("/platform/shipments/shp_…/assignments ");
    expect(stepOf("receive", found).command).toStartWith(`curl -X POST ${api}/platform/webhooks/whe_1/test `);
    expect(stepOf("receive", nothing).command).toContain("/platform/webhooks/whe_…/test ");
  });

  test("of a key, and of an endpoint, is for its environment", () => {
    for (const environment of environments)
      expect(stepOf("key", nothing, environment).command).toStartWith(
        `export WAYBILL_KEY=wb_${environment}_…\ncurl ${origin}/api/v1/platform/account `,
      );
    expect(stepOf("endpoint", nothing, "sandbox").command).toContain('"url": "http://localhost:9000/');
    expect(stepOf("endpoint", nothing, "live").command).toContain('"url": "https://shop.example.com/');
  });

  test("has a body that is JSON, in the quotes of a shell", () => {
    for (const step of stepsOf("sandbox", undefined, nothing)) {
      const body = /-d '([^']*)'$/.exec(step.command)?.[1];
      if (step.id === "key" || step.id === "receive") expect(body).toBeUndefined();
      else expect(Object.keys(JSON.parse(body ?? "")).length).toBeGreaterThan(0);
    }
  });
});

describe("the page that does the same", () => {
  const linksOf = (found: Found) =>
    Object.fromEntries(stepsOf("live", undefined, found).map(({ id, form }) => [id, form.link]));
  const environment = "live";

  test("is the list before there is anything", () => {
    expect(linksOf(nothing)).toEqual({
      key: { to: "/$environment/keys", params: { environment } },
      create: { to: "/$environment/shipments/new", params: { environment } },
      accept: { to: "/$environment/shipments", params: { environment } },
      endpoint: { to: "/$environment/webhooks/new", params: { environment } },
      receive: { to: "/$environment/webhooks", params: { environment } },
    } as never);
  });

  test("is that of the shipment and of the endpoint, once they are there", () => {
    const found = { ...nothing, shipment, firstDelivery: { ...nothing.firstDelivery, endpoint } };
    expect(linksOf(found)).toMatchObject({
      accept: { to: "/$environment/shipments/$shipmentId", params: { environment, shipmentId: "shp_1" } },
      receive: { to: "/$environment/webhooks/$webhookId", params: { environment, webhookId: "whe_1" } },
    });
  });
});

describe("what arrived", () => {
  const delivery = (id: string, status: DeliveryView["status"], attempt_count: number) =>
    ({ id, status, attempt_count }) as DeliveryView;
  const waiting = delivery("waiting", "pending", 0);
  const retried = delivery("retried", "pending", 2);
  const lost = delivery("lost", "failed", 3);
  const taken = delivery("taken", "delivered", 4);

  test.each<[string, DeliveryView[], boolean, string | undefined]>([
    ["nothing was sent", [], false, undefined],
    ["the first attempt has not come", [waiting], false, undefined],
    ["the newest has not been attempted yet", [waiting, retried, lost], false, "retried"],
    ["the newest has failed", [lost, retried], false, "lost"],
    ["an older one arrived", [retried, lost, taken], true, undefined],
  ])("where %s", (_name, newest, hasArrived, id) => {
    const arrival = arrivalOf(false, newest);
    expect([arrival.hasArrived, arrival.failed?.id]).toEqual([hasArrived, id]);
    expect(arrivalOf(true, newest)).toEqual({ hasArrived: true, failed: undefined });
  });

  test("is told by the usage, also where it counts no deliveries", () => {
    expect(hasDelivered({ deliveries: {} } as Parameters<typeof hasDelivered>[0])).toBe(false);
    expect(hasDelivered({ deliveries: { delivered: 0, failed: 3 } } as never)).toBe(false);
    expect(hasDelivered({ deliveries: { delivered: 1 } } as never)).toBe(true);
  });
});
