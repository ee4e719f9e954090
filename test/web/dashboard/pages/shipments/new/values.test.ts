import { describe, expect, test } from "bun:test";
import { shipmentEvents } from "../../../../../../src/delivery/lifecycle/state/events.ts";
import { exampleShipment, shortShipment } from "../../../../../../src/delivery/lifecycle/state/example.ts";
import {
  copyOf,
  emptyParcel,
  emptyShipment,
  filledWithExample,
  type ParcelValues,
  type ShipmentValues,
  toRequest,
  validateShipment,
} from "../../../../../../src/web/dashboard/pages/shipments/new/values.ts";

/** What the form of a shipment sends. */

const example = filledWithExample(emptyShipment);
const local = (time: string) => new Date(time).toISOString();

function withValue(amount: ParcelValues["value"]["amount"], currency: string | null): ShipmentValues {
  return { ...example, parcels: [{ ...emptyParcel, weight_grams: 1, value: { amount, currency } }] };
}

describe("a request", () => {
  test("has nothing of what was left empty", () => {
    expect(toRequest(example, false)).toEqual({
      ...shortShipment,
      reference: "ORD-1001",
      delivery: {
        ...shortShipment.delivery,
        requirements: { signature: false, photo: false, pin: false },
      },
      parcels: [{ description: "Books", quantity: 1, weight_grams: 1200 }],
      if_undeliverable: "return",
    });
    expect(toRequest(example, true).simulation).toEqual({ outcome: "delivered", speed: 1 });
  });

  test.each([
    [45.5, "EUR", 4550],
    [0.07, "EUR", 7],
    [4.35, "EUR", 435],
    [0, "EUR", 0],
    [1200, "JPY", 1200],
    [45.5, "KWD", 45_500],
    [1.005, "KWD", 1005],
    ["€45,50", "EUR", 4550],
    ["1,234", "JPY", 1234],
  ])("tells %p %s as %d", (typed, currency, amount) => {
    const values = withValue(typed, currency);
    expect(validateShipment(values)).toEqual({});
    expect(toRequest(values, false).parcels[0]?.value).toEqual({ amount, currency });
  });

  test("values a parcel in the currency of where it is picked up, unless another one is chosen", () => {
    expect(toRequest(withValue(10, null), false).parcels[0]?.value).toEqual({
      amount: 1000,
      currency: "EUR",
    });
    expect(toRequest(withValue("", "CHF"), false).parcels[0]).not.toHaveProperty("value");
  });

  test("tells times of here in UTC, and half a window as half", () => {
    const [start, end] = ["2026-07-01T10:30", "2026-12-01T10:30"];
    const pickup = { ...example.pickup, window: { start, end, zone: "" } };
    const delivery = { ...example.delivery, window: { start: "", end, zone: "" } };
    const request = toRequest({ ...example, pickup, delivery }, false);
    expect(request.pickup.window).toEqual({ start: local(start), end: local(end) });
    expect(JSON.parse(JSON.stringify(request.delivery.window))).toEqual({ end: local(end) });
  });

  test("tells times of the place in UTC, and refuses one that no clock there shows", () => {
    const window = { start: "2026-07-01T10:30", end: "2026-07-01T12:00", zone: "America/New_York" };
    const pickup = { ...example.pickup, window };
    expect(toRequest({ ...example, pickup }, false).pickup.window).toEqual({
      start: "2026-07-01T14:30:00.000Z",
      end: "2026-07-01T16:00:00.000Z",
    });
    expect(validateShipment({ ...example, pickup })).toEqual({});
    const skipped = { ...window, start: "2026-03-08T02:30" };
    expect(Object.keys(validateShipment({ ...example, pickup: { ...pickup, window: skipped } }))).toEqual([
      "pickup.window.start",
    ]);
  });

  test("has every entry that has a name or a value", () => {
    const metadata = [
      { name: "channel", value: "web" },
      { name: "__proto__", value: "" },
      { name: "", value: "" },
      { name: "", value: "lost" },
    ];
    const request = toRequest({ ...example, metadata }, false);
    expect(Object.entries(request.metadata ?? {})).toEqual([
      ["channel", "web"],
      ["__proto__", ""],
      ["", "lost"],
    ]);
  });
});

describe("what is wrong before it is sent", () => {
  test.each([
    [45.5, "JPY", "Must have no decimals."],
    [45.505, "EUR", "Must have at most 2 decimals."],
    [0.0005, "KWD", "Must have at most 3 decimals."],
    ["1.234", "EUR", "Can be read in two ways: write 1234.00, or two decimals."],
    ["$5", "EUR", "Must be in EUR."],
  ])("is %p %s", (amount, currency, detail) => {
    expect(validateShipment(withValue(amount, currency))).toEqual({ "parcels.0.value.amount": detail });
  });

  test("is a second entry of one name", () => {
    const entry = { name: "channel", value: "web" };
    const blank = { name: "", value: "" };
    expect(validateShipment({ ...example, metadata: [entry, blank, entry, blank] })).toEqual({
      "metadata.2.name": "Another entry already has this name.",
    });
  });
});

describe("a copy of a shipment", () => {
  const { shipment } = shipmentEvents["shipment.delivered"].example;
  const [past, ahead] = [-1, 1].map((days) => ({
    start: new Date(Date.now() + days * 86_400_000 - 3_600_000).toISOString(),
    end: new Date(Date.now() + days * 86_400_000).toISOString(),
  }));

  test("is the request that it was made of, without ids, its PIN and its end", () => {
    const { metadata: _, ...copy } = toRequest(copyOf(shipment), false);
    const stop = (name: "pickup" | "delivery") => {
      const { window, instructions, contact, address, ...rest } = shipment[name];
      const { geocode_source, geocode_precision, area, line2, state, ...place } = address;
      return {
        ...rest,
        contact: { name: contact.name, phone: contact.phone },
        address: place,
        ...(instructions && { instructions }),
      };
    };
    const { min_age, ...requirements } = shipment.delivery.requirements;
    expect(copy).toEqual({
      reference: exampleShipment.reference,
      pickup: stop("pickup"),
      delivery: { ...stop("delivery"), requirements },
      parcels: exampleShipment.parcels.map((parcel) => ({
        quantity: 1,
        value: { amount: 4500, currency: "EUR" },
        ...parcel,
      })),
      if_undeliverable: "return",
    } as never);
  });

  test("has coordinates that were sent and windows that are ahead, and no others", () => {
    const copied = toRequest(
      copyOf({
        ...shipment,
        pickup: { ...shipment.pickup, window: past ?? null },
        delivery: {
          ...shipment.delivery,
          window: ahead ?? null,
          address: { ...shipment.delivery.address, geocode_source: "town" },
        },
        simulation: { outcome: "lost", speed: 5, seed: "s" },
      }),
      true,
    );
    expect(copied.pickup.window).toBeUndefined();
    expect(copied.pickup.address.latitude).toBe(exampleShipment.pickup.address.latitude);
    expect(copied.delivery.window?.end.slice(0, 19)).toBe(ahead?.end.slice(0, 19) ?? "");
    expect(copied.delivery.address).not.toHaveProperty("latitude");
    expect(copied.simulation).toEqual({ outcome: "lost", speed: 5 });
  });
});

test("a phone number is sent as typed: the API reads it", () => {
  const { contact } = example.pickup;
  const pickup = { ...example.pickup, contact: { ...contact, phone: " 030 123456" } };
  expect(toRequest({ ...example, pickup }, false).pickup.contact.phone).toBe(" 030 123456");
});
