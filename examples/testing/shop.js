import { createWaybill, verifyWebhook } from "waybill-client";

/** The program under test: it ships orders and learns from webhooks what became of them. */
export function createShop({ url, key, secret = "" }) {
  const waybill = createWaybill({ baseUrl: url, apiKey: key });
  const delivered = new Set();
  return {
    delivered,

    /**
     * @param simulation what becomes of it in the sandbox; the live mode takes none
     * @returns the shipment's id
     */
    async ship(reference, simulation) {
      const { id } = await waybill.createShipment({
        body: {
          reference,
          pickup: {
            contact: { name: "Book shop" },
            address: { line1: "Torstr. 1", city: "Berlin", country: "DE" },
          },
          delivery: {
            contact: { name: "Alex Example" },
            address: { line1: "Alexandrinenstr. 7", city: "Potsdam", country: "DE" },
          },
          parcels: [{ weight_grams: 1200 }],
          ...(simulation && { simulation }),
        },
      });
      await waybill.listQuotes({ path: { id } });
      return id;
    },

    accept: (id) => waybill.acceptQuote({ path: { id }, body: { strategy: "cheapest" } }),

    /** Takes a webhook: its headers, and its body as received. */
    receive({ headers, body }) {
      const { type, data } = verifyWebhook(body, headers, secret);
      if (type === "shipment.delivered") delivered.add(data.shipment.reference);
    },
  };
}
