import { describe, expect, test } from "bun:test";
import { shipmentEvents } from "../../../../../../src/delivery/lifecycle/state/events.ts";
import { lastOrder, likeLast } from "../../../../../../src/web/dashboard/pages/shipments/new/last-order.ts";
import { emptyShipment } from "../../../../../../src/web/dashboard/pages/shipments/new/values.ts";

/** How a new form begins: as the last order did, without anything of its recipient. */

const { shipment } = shipmentEvents["shipment.delivered"].example;
const [parcel] = shipment.parcels;
if (!parcel) throw new Error("The example has no parcel.");

describe("the form begins with", () => {
  const values = likeLast(shipment);
  test("the sender, without the window that was for that order", () => {
    expect(values.pickup.contact.name).toBe(shipment.pickup.contact.name);
    expect(values.pickup.address.line1).toBe(shipment.pickup.address.line1);
    expect(values.pickup.window).toEqual(emptyShipment.pickup.window);
  });

  test("nothing of the recipient but the country", () => {
    const { delivery } = emptyShipment;
    const { country } = shipment.delivery.address;
    expect(values.delivery).toEqual({ ...delivery, address: { ...delivery.address, country } });
    expect([values.reference, values.metadata]).toEqual(["", []]);
  });

  test("the weight of one parcel, and of several none", () => {
    const one = { ...shipment, parcels: [{ ...parcel, quantity: 1, weight_grams: 700 }] };
    expect(likeLast(one).parcels).toEqual([{ ...emptyShipment.parcels[0], weight_grams: 700 } as never]);
    expect(likeLast({ ...one, parcels: [parcel, parcel] }).parcels).toEqual(emptyShipment.parcels);
    const pieces = { ...one, parcels: [{ ...parcel, quantity: 3 }] };
    expect(likeLast(pieces).parcels).toEqual(emptyShipment.parcels);
  });
});

test("neither what was erased nor a return is the last order", () => {
  const erased = { ...shipment, redacted_at: shipment.created_at };
  const back = { ...shipment, return_of: shipment.id };
  expect(lastOrder([erased, back, shipment])).toBe(shipment);
  expect(lastOrder([erased, back])).toBeUndefined();
  expect(lastOrder([])).toBeUndefined();
});
