/** The shipment of every example: in the reference, in sample events and in `waybill demo`. Across Berlin. */
export const exampleShipment = {
  reference: "ORD-1001",
  pickup: {
    contact: { name: "Book shop", phone: "+4930123456" },
    address: {
      line1: "Torstr. 1",
      city: "Berlin",
      postal_code: "10119",
      country: "DE",
      latitude: 52.5291,
      longitude: 13.4014,
    },
  },
  delivery: {
    contact: { name: "Alex Example" },
    address: {
      line1: "Oranienstr. 25",
      city: "Berlin",
      postal_code: "10999",
      country: "DE",
      latitude: 52.5009,
      longitude: 13.4202,
    },
    requirements: { signature: true },
  },
  parcels: [{ description: "Books", weight_grams: 1200, length_mm: 300, width_mm: 200, height_mm: 100 }],
};

/** The shortest request, from one town to another: for commands that people read and for the dashboard's form. */
export const shortShipment = {
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
