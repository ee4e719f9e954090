import { describe, expect, test } from "bun:test";
import type { UnavailableCode } from "../../../../../src/delivery/carriers/carrier.ts";
import { cardErrors } from "../../../../../src/delivery/carriers/kinds/fleet/faults.ts";
import { type CardChange, cardOf, rateFirst, type ShipmentChange, shipmentOf } from "./support.ts";

/**
 * A sentence of what a rate card means. The expected values are computed by hand from the rules of the rate card. Each case changes a
 * card with one service (5 euros all over Germany) and a parcel of 1 kg on a Monday at 11:00 in Berlin.
 */
export interface Case extends CardChange, ShipmentChange {
  why: string;
  /** How far the driver goes. */
  meters?: number;
  /** The lines, as `code amount`. */
  lines?: string[];
  price?: number;
  zones?: [pickup: string, delivery: string];
  chargeableGrams?: number;
  pickupAt?: string;
  deliveryAt?: string | null;
  fees?: string[];
  refused?: [code: UnavailableCode, source: string];
}

/** Rates each case, and compares what it expects. */
export function testCases(groups: readonly [string, readonly Case[]][]): void {
  describe.each(groups as [string, Case[]][])("%s", (_group, cases) => {
    test.each(cases.map((one) => [one.why, one] as const))("%s", (_why, one) => {
      const card = cardOf(one);
      expect(cardErrors(card)).toEqual([]);
      const result = rateFirst(card, shipmentOf(one), one.meters);
      expect(result.kind).toBe(one.refused ? "refused" : "offer");
      if (result.kind === "refused") {
        expect([result.refusal.code, result.refusal.source] as unknown).toEqual(one.refused);
        return;
      }
      const { lines, basis, pickupAt, deliveryAt, cancellation } = result.offer;
      const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
      const seen = {
        lines: lines.map(({ code, amount }) => `${code} ${amount}`),
        price: lines.reduce((sum, { amount }) => sum + amount, 0),
        zones: [basis.pickup_zone, basis.delivery_zone],
        chargeableGrams: basis.chargeable_grams,
        pickupAt: iso(pickupAt),
        deliveryAt: iso(deliveryAt),
        fees: cancellation.map(({ until, amount }) => `${until} ${amount}`),
      };
      const { why, card: _card, service: _service, meters, refused, ...rest } = one;
      const expected = Object.fromEntries(Object.entries(rest).filter(([name]) => name in seen));
      expect(Object.keys(expected)).not.toEqual([]);
      expect(seen as object).toMatchObject(expected);
    });
  });
}
