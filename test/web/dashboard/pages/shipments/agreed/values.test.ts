import { describe, expect, test } from "bun:test";
import {
  agreementErrors,
  agreementOf,
  noAgreement,
  serviceKey,
} from "@/web/dashboard/pages/shipments/agreed/values.ts";
import { noBooking } from "@/web/dashboard/pages/shipments/booking/booking.ts";
import { emptyShipment, toRequest, validateShipment } from "@/web/dashboard/pages/shipments/new/values.ts";

const service = serviceKey({ carrier_id: "car_1", service: "same day", currency: "EUR" });

describe("an agreed price", () => {
  test("is sent in minor units with its fleet and service", () => {
    const accept = { service, price: { amount: 12.5 } };
    const agreed = { carrier_id: "car_1", service: "same day", price: { amount: 1250, currency: "EUR" } };
    expect(agreementOf(accept)).toEqual(agreed);
    const values = { ...emptyShipment, accept: { ...noBooking, ...accept } };
    expect(toRequest(values, false).accept).toEqual(agreed);
  });

  test("that nobody entered is not sent", () => {
    expect(agreementOf(noAgreement)).toBeUndefined();
    expect("accept" in toRequest(emptyShipment, false)).toBe(false);
    expect(validateShipment(emptyShipment)).toEqual({});
  });

  test.each([
    [{ service, price: { amount: "" } }, "price.amount"],
    [{ service, price: { amount: "twelve" } }, "price.amount"],
    [{ service, price: { amount: -1 } }, "price.amount"],
    [{ service, price: { amount: 1.234 } }, "price.amount"],
    [{ service: "", price: { amount: 3 } }, "service"],
  ])("half or wrong, as %p, is said beside its field", (accept, name) => {
    expect(Object.keys(agreementErrors(accept))).toEqual([name]);
    expect(Object.keys(validateShipment({ ...emptyShipment, accept: { ...noBooking, ...accept } }))).toEqual([
      `accept.${name}`,
    ]);
  });
});
