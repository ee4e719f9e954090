import { practiceNumber } from "../../../delivery/model/piece-code.ts";
import type { Ask } from "../../browser/api.ts";
import type { Report } from "../queue.ts";
import type { DriverMe, DriverStop } from "../wire.ts";
import type { PracticeTexts } from "./texts/en.ts";

/** The server of a practice day, which the page plays by itself: three stops, and a cellar without network. */

export const pickupJob = "practice-1";
export const doorJob = "practice-2";
const doorNumber = "WB0PRACT1CE02";
const minuteMs = 60_000;
/** On the way, and in front of the door. */
const before = ["en_route_to_delivery", "at_delivery"];

export interface PlayedDay {
  ask: Ask;
  hasNetwork(): boolean;
  /** Whether something was told of the door that nobody opens. */
  isDoorTold(): boolean;
  /** Out of the cellar. */
  goUp(): void;
}

/** @param now the phone's time when the day begins */
export function playDay(texts: PracticeTexts, now: number): PlayedDay {
  const me = meOf(texts);
  let stops = stopsOf(texts, now);
  let hasNetwork = true;
  let isDoorTold = false;

  function take(report: Report): void {
    if (report.type === "position") return;
    const { assignment_id: job } = report;
    if (job === doorJob && !(report.type === "progress" && before.includes(report.substatus)))
      isDoorTold = true;
    const without = (kind: DriverStop["kind"]) =>
      stops.filter((stop) => stop.assignment_id !== job || stop.kind !== kind);
    switch (report.type) {
      case "progress": {
        const { substatus } = report;
        const left = substatus === "picked_up" ? without("pickup") : stops;
        stops = left.map((stop) => (stop.assignment_id === job ? { ...stop, substatus } : stop));
        // From the door on there is none: what comes next waits in the phone.
        if (job === pickupJob && substatus === "at_delivery") hasNetwork = false;
        return;
      }
      case "delivered":
      case "undeliverable":
        stops = stops.filter((stop) => stop.assignment_id !== job || stop.kind === "pickup");
        return;
      case "returned":
        stops = without("return");
    }
  }
  function answer(path: string, body: unknown): Response {
    switch (path) {
      case "/api/v1/driver/me":
        return Response.json(me);
      case "/api/v1/driver/stops":
        return Response.json({ data: stops, order: null, notices: [] });
      case "/api/v1/driver/images":
        return Response.json({ id: "practice" });
      case "/api/v1/driver/me/duty":
        me.driver.on_duty = (body as { on_duty: boolean }).on_duty;
        return Response.json(me);
      case "/api/v1/driver/stops/order": {
        const order = (body as { stops: string[] }).stops;
        stops = stops.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
        return new Response(null, { status: 204 });
      }
      case "/api/v1/driver/reports": {
        const { reports } = body as { reports: Report[] };
        for (const report of reports) take(report);
        return Response.json({
          results: reports.map(({ id }) => ({ id, result: "applied", problem: null })),
        });
      }
      default:
        return new Response(null, { status: 204 });
    }
  }
  return {
    hasNetwork: () => hasNetwork,
    isDoorTold: () => isDoorTold,
    goUp() {
      hasNetwork = true;
    },
    async ask(path, { body }) {
      if (!hasNetwork) throw new TypeError("There is no network in the cellar");
      return answer(path, typeof body === "string" ? JSON.parse(body) : null);
    },
  };
}

function meOf(texts: PracticeTexts): DriverMe {
  return {
    driver: {
      id: "practice",
      name: texts.you,
      phone: null,
      vehicle: { type: "bicycle", plate: null },
      language: null,
      on_duty: true,
      duty_until: null,
      capacity: { assignments: null, weight_grams: null },
    },
    carrier: { id: "practice", name: texts.title },
    environment: "live",
    waiting: 0,
    positions: { every_seconds: 5, batch_seconds: 15 },
    push: null,
  };
}

function stopsOf(texts: PracticeTexts, now: number): DriverStop[] {
  const plain = { signature: false, photo: false, pin: false, min_age: null };
  const at = (minutes: number) => new Date(now + minutes * minuteMs).toISOString();
  const stopOf = (job: string, kind: "pickup" | "delivery", name: string, house: number): DriverStop => ({
    id: `${job}.${kind}`,
    assignment_id: job,
    shipment_id: job,
    kind,
    state: "planned",
    answer_until: null,
    reached_at: null,
    seen_at: null,
    waited_minutes: null,
    next_attempt_at: null,
    place_id: null,
    person_id: null,
    tracking_number: job === pickupJob ? practiceNumber : doorNumber,
    reference: null,
    substatus: job === pickupJob ? "confirmed" : "picked_up",
    address: {
      line1: texts.street(house),
      line2: null,
      state: null,
      city: "",
      postal_code: null,
      country: "",
      latitude: null,
      longitude: null,
      geocode_source: "country",
      geocode_precision: null,
      area: null,
    },
    contact: { name, company: null, phone: null },
    sender_contact: null,
    instructions: null,
    recipient_instructions: null,
    window: null,
    estimated_at: at(house * 10),
    distance_meters: null,
    parcels: [],
    weight_grams: 1_000,
    parcel_count: 1,
    requirements: kind === "delivery" ? { ...plain, signature: job === pickupJob } : null,
    if_undeliverable: "return",
    pin_tries_left: null,
  });
  return [
    stopOf(pickupJob, "pickup", texts.bakery, 1),
    stopOf(pickupJob, "delivery", texts.cellarBar, 2),
    stopOf(doorJob, "delivery", texts.thirdFloor, 3),
  ];
}
