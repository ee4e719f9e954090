import type { CreateShipment } from "waybill-client";

/** Simulated seconds per second: the delivery takes about 15 s. */
const demoSpeed = 4;

/** Across Chicago, whose streets are in the map file of development. */
export const shipmentBody: CreateShipment = {
  reference: "ORD-1001",
  pickup: {
    contact: { name: "Book shop", phone: "+13125550123" },
    address: {
      line1: "401 N Michigan Ave",
      city: "Chicago",
      state: "IL",
      postal_code: "60611",
      country: "US",
      latitude: 41.8895,
      longitude: -87.6243,
    },
  },
  delivery: {
    contact: { name: "Alex Example", phone: "+13125550199" },
    address: {
      line1: "1658 N Milwaukee Ave",
      city: "Chicago",
      state: "IL",
      postal_code: "60647",
      country: "US",
      latitude: 41.9118,
      longitude: -87.6787,
    },
    requirements: { signature: true },
  },
  parcels: [{ description: "Books", weight_grams: 1200, length_mm: 300, width_mm: 200, height_mm: 100 }],
  simulation: { speed: demoSpeed },
};
