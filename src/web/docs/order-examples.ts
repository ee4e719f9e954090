const shop = { contact: { name: "Book shop", phone: "+4930123456" } };
const address = { line1: "Torstraße 1", city: "Berlin", postal_code: "10119", country: "DE" };
const recipient = {
  contact: { name: "Ada Park", phone: "+4930654321" },
  address: { line1: "Oranienstraße 25", city: "Berlin", postal_code: "10999", country: "DE" },
};
const parcels = [{ description: "Books", weight_grams: 900 }];

const ordered = {
  id: "ord_01m7x5rdwme1ct34p92xd7wpnk",
  state: "approved",
  status: "in_transit",
  substatus: "en_route_to_delivery",
  reference: "order-1042",
  recipient: "Ada Park",
  town: "Berlin",
  window: null,
  price: { amount: 1068, currency: "EUR" },
  is_price_final: true,
  estimated_pickup_at: "2026-01-31T09:45:00.000Z",
  estimated_delivery_at: "2026-01-31T10:10:00.000Z",
  delivered_at: null,
  tracking_number: "WB4Z7K2M9XQ1P",
  tracking_url: "https://waybill.example.com/t/Zm9vYmFyYmF6",
  has_label: true,
  can_cancel: false,
  can_recall: false,
  recall_requested_at: null,
  message: null,
  created_at: "2026-01-31T09:30:00.000Z",
};
const waiting = {
  ...ordered,
  state: "waiting",
  status: null,
  substatus: null,
  is_price_final: false,
  estimated_pickup_at: null,
  estimated_delivery_at: null,
  tracking_number: null,
  tracking_url: null,
  has_label: false,
  can_cancel: true,
};

/** A form, and what a customer orders by it. */
export const orderExamples = {
  CreateOrderForm: {
    name: "Book shop",
    customer: { name: "Book shop", email: "shop@example.com", number: "K-1042" },
    pickup: { ...shop, address },
    price: { markup_percent: 20 },
    limits: { orders_per_day: 50, countries: ["DE"] },
    may: ["cancel"],
  },
  PlaceOrder: { delivery: recipient, parcels, reference: "order-1042" },
  EstimateOrder: { delivery: { address: recipient.address }, parcels },
  PublicOrder: ordered,
  PlacedOrder: { ...waiting, receipt: "Zm9vYmFyYmF6" },
  PublicOrderForm: {
    environment: "live",
    sender: "City Riders",
    brand: {
      logo_url: "https://waybill.example.com/api/v1/order-form/logo",
      color: "#0b7285",
      contact: { phone: "+4930123456", email: "alex@example.com", url: "https://riders.example.com" },
    },
    privacy_url: "https://riders.example.com/privacy",
    imprint_url: "https://riders.example.com/imprint",
    customer: "Book shop",
    pickup: {
      name: "Book shop",
      line1: address.line1,
      city: address.city,
      postal_code: address.postal_code,
      country: address.country,
      time_zone: "Europe/Berlin",
    },
    languages: ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "uk", "ar", "he", "ja"],
    services: [{ code: "express", name: "Express" }],
    countries: ["DE"],
    windows: { length_min_minutes: 10, ahead_max_days: 30 },
    shows_prices: true,
    approval: "each",
    may: ["cancel"],
    sends_codes: true,
    is_known_device: false,
    orders_left_today: 50,
    paused_until: null,
  },
};
