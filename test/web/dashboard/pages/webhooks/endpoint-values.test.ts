import { describe, expect, test } from "bun:test";
import type { DeliveryView } from "../../../../../src/messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "../../../../../src/messaging/webhooks/endpoints/schema.ts";
import { rememberClock } from "../../../../../src/web/browser/clock.ts";
import { numberOf } from "../../../../../src/web/dashboard/number-value.ts";
import { refetchDelayMs } from "../../../../../src/web/dashboard/pages/webhooks/due.ts";
import {
  type EndpointValues,
  emptyEndpoint,
  toCreate,
  toPatch,
  validatePercents,
  valuesOf,
} from "../../../../../src/web/dashboard/pages/webhooks/endpoint-values.ts";

/** The form of an endpoint: what it sends, and when the page looks at waiting deliveries again. */

const webhook = {
  url: "https://shop.example.com/hooks/waybill",
  description: "Order system",
  events: ["shipment.*"],
  ordering: "none",
  max_per_second: 5,
  faults: { duplicate: 0.07, reorder: 0, delay_seconds: 3, drop_first_attempt: true },
} as unknown as WebhookView;

/** The merge patch after somebody typed into the form. */
function patchAfter(type: (values: EndpointValues) => void, of = webhook) {
  const shown = valuesOf(of);
  const values = structuredClone(shown);
  type(values);
  return toPatch(shown, values, "sandbox");
}

describe("a new endpoint", () => {
  test("is sent as it was typed, without what surrounds it", () => {
    const values = {
      ...emptyEndpoint,
      url: " https://shop.example.com/ ",
      description: "  ",
      custom_headers: [{ name: " Authorization ", value: " Bearer 1 " }],
    };
    expect(toCreate(values, "live")).toEqual({
      url: "https://shop.example.com/",
      description: null,
      events: ["*"],
      ordering: "none",
      max_per_second: null,
      headers: { Authorization: " Bearer 1 " },
    } as never);
  });

  test("has faults in the sandbox only, as shares of one", () => {
    const faults = { duplicate: 7, reorder: "", delay_seconds: "", drop_first_attempt: false };
    const values = { ...emptyEndpoint, faults };
    expect(toCreate(values, "sandbox").faults).toEqual({
      duplicate: 0.07,
      reorder: 0,
      delay_seconds: 0,
      drop_first_attempt: false,
    });
    expect(toCreate(values, "live")).not.toHaveProperty("faults");
    expect(toCreate(emptyEndpoint, "sandbox").faults).toBeNull();
  });

  test("has a number that is none as it was typed, for the API to refuse", () => {
    const faults = { ...emptyEndpoint.faults, duplicate: numberOf("1e3"), delay_seconds: numberOf("soon") };
    const sent = toCreate({ ...emptyEndpoint, max_per_second: numberOf("5 or 6"), faults }, "sandbox");
    expect([sent.max_per_second, sent.faults?.duplicate, sent.faults?.delay_seconds] as unknown[]).toEqual([
      "5 or 6",
      "1e3",
      "soon",
    ]);
    expect(validatePercents({ ...emptyEndpoint, faults })).toEqual({});
  });

  test.each([
    [-1, true],
    [0, false],
    [100, false],
    [100.5, true],
    [150, true],
  ])("of %d percent is refused in percents: %p", (percent, isRefused) => {
    const faults = { ...emptyEndpoint.faults, duplicate: percent, reorder: percent };
    expect(Object.keys(validatePercents({ ...emptyEndpoint, faults }))).toEqual(
      isRefused ? ["faults.duplicate", "faults.reorder"] : [],
    );
  });
});

describe("an endpoint that is changed", () => {
  test("sends nothing of what nobody touched", () => {
    expect(patchAfter(() => {})).toEqual({});
    expect(
      patchAfter(() => {}, { ...webhook, description: null, max_per_second: null, faults: null }),
    ).toEqual({});
  });

  test("sends what was typed, and null for what was emptied", () => {
    const patch = patchAfter((values) => {
      values.description = "";
      values.max_per_second = "";
      values.events = ["*"];
    });
    expect(patch).toEqual({ description: null, max_per_second: null, events: ["*"] });
  });

  test("sends the fault that was changed, and none where none is left", () => {
    expect(patchAfter((values) => Object.assign(values.faults, { duplicate: 8 }))).toEqual({
      faults: { duplicate: 0.08 },
    } as never);
    const off = { duplicate: "", reorder: 0, delay_seconds: "", drop_first_attempt: false };
    expect(patchAfter((values) => Object.assign(values.faults, off))).toEqual({ faults: null });
  });

  test("removes headers by their names, and sets one again that was removed and typed anew", () => {
    const patch = patchAfter((values) => {
      values.removed_headers = ["authorization", "x-shop"];
      values.custom_headers = [{ name: "x-shop", value: "2" }];
    });
    expect(patch).toEqual({ headers: { authorization: null, "x-shop": "2" } });
  });
});

describe("waiting deliveries are looked at again", () => {
  const now = Date.parse("2030-01-01T00:00:00.000Z");
  const delivery = (status: DeliveryView["status"], inMs: number | null) => ({
    status,
    next_attempt_at: inMs === null ? null : new Date(now + inMs).toISOString(),
  });

  test.each<[string, ReturnType<typeof delivery>[], number | false]>([
    ["never without any", [], false],
    ["never where all are over", [delivery("delivered", null), delivery("failed", 5)], false],
    ["when the next attempt is due", [delivery("pending", 9_000), delivery("pending", 5_000)], 5_000],
    ["after a second where it is overdue", [delivery("pending", -5_000)], 1_000],
    ["after a minute where it is far away", [delivery("pending", 3_600_000)], 60_000],
    ["after a minute where nobody knows", [delivery("pending", null)], 60_000],
  ])("%s", (_name, deliveries, delayMs) => {
    rememberClock(new Response(null, { headers: { "x-waybill-clock": "2030-01-01T00:00:00.000Z; frozen" } }));
    try {
      expect(refetchDelayMs(deliveries)).toBe(delayMs);
    } finally {
      rememberClock(new Response());
    }
  });
});
