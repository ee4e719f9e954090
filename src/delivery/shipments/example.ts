/** An example shipment, for the form of the dashboard and for trying a new server. */
export const exampleShipment = {
  pickup: {
    contact: { name: "Book shop" },
    address: { line1: "Torstr. 1", city: "Berlin", country: "DE" },
  },
  delivery: {
    contact: { name: "Alex Example" },
    address: { line1: "Alexandrinenstr. 7", city: "Potsdam", country: "DE" },
  },
  parcels: [{ weight_grams: 1200 }],
};
