import { exampleCard } from "../../delivery/carriers/kinds/fleet/example.ts";

/** An offer by the example's card: 5,560 m as the crow flies, for a parcel of 4 kg and 36 liters. */

const service = { code: "express", name: "Express" };
const price = { amount: 1237, currency: "EUR" };
const distance = { meters: 7228, source: "great_circle" };
const basis = {
  card_version: 3,
  pickup_zone: "near",
  delivery_zone: "center",
  distance,
  weight_grams: 4000,
  chargeable_grams: 7200,
};
const lines = [
  ["base", "Base", 700, "zone_prices/0/base", "Base of the zones"],
  ["distance", "Distance", 471, "price/per_km", "90 per km × 5228 m"],
  ["weight", "Weight", 66, "price/per_kg", "30 per kg × 2200 g"],
] as const;

export const fleetExamples = {
  AddCharge: { kind: "waiting", amount: { amount: 450, currency: "EUR" }, reason: "20 minutes at the ramp." },
  RateCardInput: exampleCard,
  RateCard: { version: 3, ...exampleCard },
  QuoteExplanation: {
    card_version: 3,
    distance,
    services: [
      {
        service,
        offered: true,
        offer: {
          price,
          lines: lines.map(([code, name, amount, place, detail]) => ({
            code,
            name,
            amount,
            source: `#/services/0/${place}`,
            detail,
          })),
          basis,
          estimated_pickup_at: "2026-02-02T10:20:00.000Z",
          estimated_delivery_at: "2026-02-02T10:47:06.300Z",
          cancellation: [
            { until: "en_route_to_pickup", fee: { amount: 0, currency: "EUR" } },
            { until: "at_pickup", fee: { amount: 619, currency: "EUR" } },
          ],
          return_fee: null,
          failed_price: null,
        },
        refusal: null,
      },
    ],
    quotes: [
      {
        quote_id: "qte_01m7x5rdwme1ct34p92xd7wpnk",
        service,
        price,
        basis,
        created_at: "2026-02-02T10:00:00.000Z",
      },
    ],
  },
};
