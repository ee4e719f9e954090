import type { DeliveryStop, Stop } from "../../../model/model.ts";
import type { BookRequest, Offer, QuoteRequest } from "../../carrier.ts";
import type { CarrierWorld, Sample } from "../../kind.ts";

/** The shipment of checks, which nobody sends: a parcel of 1.2 kg across Berlin, or what somebody names instead. */

const note = "A test by Waybill. Nothing to pick up.";
/** Nobody's: the Bundesnetzagentur keeps these numbers of Berlin for films. */
const phone = "+493023125042";

function stopAt(line1: string, postalCode: string, latitude: number, longitude: number): Stop {
  return {
    contact: { name: "Waybill test", company: null, phone, email: "test@example.com" },
    address: {
      line1,
      line2: null,
      city: "Berlin",
      state: null,
      postal_code: postalCode,
      country: "DE",
      latitude,
      longitude,
      geocode_source: "client",
    },
    instructions: note,
    window: null,
  };
}

const pickup: Stop = stopAt("Torstr. 1", "10119", 52.5291, 13.4014);
const delivery: DeliveryStop = {
  ...stopAt("Oranienstr. 25", "10999", 52.5009, 13.4202),
  requirements: { signature: false, photo: false, pin: false, min_age: null },
};
const distanceMeters = 3390;

/** @param sample stops and goods that the carrier serves, where it does not serve Berlin */
export function sampleQuote({ ids, clock }: CarrierWorld, sample: Sample = acrossBerlin): QuoteRequest {
  const parcels = sample.parcels.map((parcel) => ({ ...parcel, id: ids.make("pcl") }));
  return {
    shipmentId: ids.make("shp"),
    round: 1,
    isReturn: false,
    ...sample,
    parcels,
    simulation: null,
    now: clock.now(),
  };
}

const acrossBerlin: Sample = {
  pickup,
  delivery,
  parcels: [
    {
      id: "",
      description: note,
      quantity: 1,
      weight_grams: 1200,
      length_mm: 300,
      width_mm: 200,
      height_mm: 100,
      reference: null,
      value: null,
    },
  ],
  distanceMeters,
};

export function sampleBooking(
  world: CarrierWorld,
  offer: Offer,
  sample?: Sample,
): Omit<BookRequest, "idempotencyKey" | "bookingReference" | "callKey"> {
  const { shipmentId, pickup, delivery, parcels } = sampleQuote(world, sample);
  const amount = offer.priceLines.reduce((sum, line) => sum + line.amount, 0);
  return {
    offerReference: offer.reference ?? null,
    service: offer.service,
    price: { amount, currency: offer.currency },
    shipmentId,
    trackingNumber: "WB00000000000",
    reference: "waybill-test",
    pickup,
    delivery,
    parcels,
    ifUndeliverable: "return",
    isReturn: false,
    purchaseSentAt: null,
    // Nobody asks again for a sample.
    purchase: { begin: async () => true, undo: async () => {} },
  };
}
