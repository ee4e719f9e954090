import { describe, expect, test } from "bun:test";
import { unavailableCodes } from "../../../../../../src/delivery/carriers/carrier.ts";
import { shipmentEvents } from "../../../../../../src/delivery/lifecycle/state/events.ts";
import {
  adviceFor,
  firstFieldOf,
  unpinnedStopOf,
} from "../../../../../../src/web/dashboard/pages/shipments/shipment/advice.ts";
import {
  type EditValues,
  editErrors,
  hasOldPlace,
  toPatch,
  valuesOf,
} from "../../../../../../src/web/dashboard/pages/shipments/shipment/edit-values.ts";

/** What the form that edits a shipment sends, and where the dashboard sends people to it. */

const { shipment } = shipmentEvents["shipment.created"].example;

/** The merge patch after somebody typed into the form. */
function patchAfter(type: (values: EditValues) => void, shown = shipment) {
  const values = structuredClone(valuesOf(shown));
  type(values);
  return toPatch(shown, values);
}

describe("an edited shipment", () => {
  test("sends only what was changed", () => {
    expect(patchAfter(() => {})).toEqual({});
    const patch = patchAfter((values) => {
      values.reference = "";
      values.pickup.contact.phone = "+49 30 999999";
      values.delivery.instructions = "Ring twice";
      values.delivery.window.start = "2026-12-01T10:30";
    });
    expect(patch).toEqual({
      reference: null,
      pickup: { contact: { phone: "+49 30 999999" } },
      delivery: {
        instructions: "Ring twice",
        window: { start: new Date("2026-12-01T10:30").toISOString() } as never,
      },
    });
  });

  test("shows and sends its windows in the zones of the stops", () => {
    const zones = { pickup: "Asia/Tokyo", delivery: "America/New_York" };
    const window = { start: "2026-07-01T14:30:00.000Z", end: "2026-07-01T16:00:00.000Z" };
    const shown = {
      ...shipment,
      pickup: { ...shipment.pickup, window },
      delivery: { ...shipment.delivery, window },
    };
    const values = valuesOf(shown, zones);
    expect([values.pickup.window.start, values.delivery.window.start]).toEqual([
      "2026-07-01T23:30:00",
      "2026-07-01T10:30:00",
    ]);
    expect(toPatch(shown, values, zones)).toEqual({});
    values.delivery.window.end = "2026-07-01T13:00";
    expect(toPatch(shown, values, zones)).toEqual({
      delivery: { window: { end: "2026-07-01T17:00:00.000Z" } as never },
    });
    values.delivery.window.start = "2026-03-08T02:30";
    expect(Object.keys(editErrors(values))).toEqual(["delivery.window.start"]);
  });

  test("leaves the coordinates of the earlier address behind, unless somebody says that they hold", () => {
    const move = (values: EditValues) => {
      values.delivery.address.line1 = "Other Street 5";
    };
    const moved = valuesOf(shipment);
    expect(hasOldPlace(moved.delivery, moved.delivery)).toBe(false);
    move(moved);
    expect(hasOldPlace(valuesOf(shipment).delivery, moved.delivery)).toBe(true);
    expect(patchAfter(move)).toEqual({
      delivery: { address: { line1: "Other Street 5", latitude: null, longitude: null } },
    });
    const { latitude, longitude } = shipment.delivery.address;
    const kept = patchAfter((values) => {
      move(values);
      values.keepsPlace.delivery = true;
    });
    expect(kept.delivery?.address).toEqual({ line1: "Other Street 5", latitude, longitude });
    const placed = patchAfter((values) => {
      move(values);
      values.delivery.address.latitude = 52.5;
    });
    expect(placed.delivery?.address).toEqual({ line1: "Other Street 5", latitude: 52.5, longitude });
    const half = patchAfter((values) => {
      values.delivery.address.latitude = "";
    });
    expect(half.delivery?.address).toEqual({ latitude: null, longitude });
  });

  test("sends nothing that its state has closed", () => {
    const type = (values: EditValues) => {
      values.delivery.address.line1 = "Other Street 5";
      values.delivery.window.start = "2026-12-01T10:30";
      values.delivery.contact.name = "";
    };
    expect(patchAfter(type, { ...shipment, status: "assigned" })).toEqual({
      delivery: { contact: { name: "" } },
    });
    const expired = patchAfter(type, { ...shipment, status: "expired" });
    expect(Object.keys(expired.delivery ?? {})).toEqual(["contact", "window", "address"]);
  });
});

describe("advice", () => {
  const refused = (...codes: string[]) => codes.map((code) => ({ carrier: null, code, message: "" }));

  test("is there for every reason, and once for reasons that have the same remedy", () => {
    for (const code of unavailableCodes) expect(adviceFor(shipment, refused(code))).toHaveLength(1);
    expect(adviceFor(shipment, refused("carrier_error", "no_drivers", "carrier_timeout"))).toHaveLength(1);
    expect(adviceFor(shipment, refused("a_later_reason"))).toEqual([]);
  });

  test("begins with what people can change, at the field where it is wrong", () => {
    const remedies = adviceFor(shipment, refused("no_drivers", "weight_exceeded", "incomplete_address"));
    expect(remedies.map(({ remedy }) => remedy)).toEqual(["address", "copy", "wait"]);
    expect(firstFieldOf("address", shipment)).toBe("delivery.address.city");
    const address = { ...shipment.pickup.address, geocode_source: "country" as const };
    expect(firstFieldOf("address", { ...shipment, pickup: { ...shipment.pickup, address } })).toBe(
      "pickup.address.city",
    );
    expect(firstFieldOf("window", shipment)).toBe("delivery.window.start");
  });

  test("does not blame a town that is known: it begins at the coordinates or the postal code that a stop lacks", () => {
    const lacking = <T extends typeof shipment.pickup | typeof shipment.delivery>(
      stop: T,
      part: object,
    ): T => ({
      ...stop,
      address: { ...stop.address, geocode_source: "town", latitude: null, longitude: null, ...part },
    });
    const unplaced = {
      ...shipment,
      pickup: lacking(shipment.pickup, {}),
      delivery: lacking(shipment.delivery, {}),
    };
    const adviceOf = (each: typeof unplaced) => adviceFor(each, refused("incomplete_address"))[0];
    expect(adviceOf(unplaced)?.remedy).toBe("pin");
    expect(unpinnedStopOf(unplaced)).toBe("pickup");
    const pinned = { ...shipment.pickup.address, geocode_source: "client" as const };
    const half = { ...unplaced, pickup: { ...shipment.pickup, address: pinned } };
    expect(adviceOf(half)?.remedy).toBe("pin");
    expect(unpinnedStopOf(half)).toBe("delivery");
    expect(firstFieldOf("address", unplaced)).toBe("pickup.address.latitude");
    const pickup = lacking(shipment.pickup, { postal_code: null });
    expect(adviceOf({ ...unplaced, pickup })?.text).toStartWith("Add what is missing.");
    expect(unpinnedStopOf({ ...unplaced, pickup })).toBeUndefined();
    expect(firstFieldOf("address", { ...unplaced, pickup })).toBe("pickup.address.postal_code");
    expect(firstFieldOf("address", { ...unplaced, pickup: shipment.pickup })).toBe(
      "delivery.address.latitude",
    );
    const unknown = { ...unplaced, pickup: lacking(shipment.pickup, { geocode_source: "country" }) };
    expect(adviceOf(unknown)?.text).toStartWith("Correct the town");
  });

  test("names no field that the state has closed", () => {
    const [advice] = adviceFor({ ...shipment, status: "assigned" }, refused("window_unavailable"));
    expect(advice?.remedy).toBe("copy");
    const [revival] = adviceFor({ ...shipment, status: "expired" }, refused("window_unavailable"));
    expect(revival?.remedy).toBe("window");
  });
});
