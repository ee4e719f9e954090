import { AppError, refuseFields } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { inSlices } from "../../../infra/waiting/turns.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { findPreparedCard, requireFleet } from "../../carriers/kinds/fleet/cards.ts";
import type { Distance } from "../../carriers/kinds/fleet/distance.ts";
import { rate } from "../../carriers/kinds/fleet/rating.ts";
import { distanceBetween } from "../../carriers/kinds/fleet/road.ts";
import { loadOf, type Side } from "../../carriers/service.ts";
import { findPlacesNow } from "../../lifecycle/places/asking.ts";
import { locateIn } from "../../lifecycle/places/locating.ts";
import type { Quote } from "../../lifecycle/quotes/quote.ts";
import { quotesOfLastRound } from "../../lifecycle/quotes/service.ts";
import { findShipment, getShipmentRecord } from "../../lifecycle/state/reading.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { refuseContradictory } from "../shipments/contradictions.ts";
import { draftShipment, refuseInvalid } from "../shipments/new-shipment.ts";
import type { ShipmentDraft } from "../shipments/schema.ts";
import type { ExplainQuote, QuoteExplanation } from "./schema.ts";
import { noCard } from "./service.ts";
import { toExplainedQuote, toExplainedService } from "./view.ts";

/**
 * What a fleet would offer now, service by service, and why. Stores nothing but the answer to a repeated request.
 * @throws AppError `validation_failed`, `coordinates_contradict_address`, `not_found`
 */
export async function explainQuote(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  carrierId: string,
  input: ExplainQuote,
): Promise<QuoteExplanation> {
  const body = bodyOf(input);
  if (body) {
    refuseInvalid(deps, body);
    refuseContradictory(body);
  }
  requireFleet(deps, caller, side, carrierId);
  const { asked, quotes } = body
    ? { asked: await draftOf(deps, caller, body), quotes: [] }
    : storedOf(deps, caller, side, input.shipment_id ?? "");
  // A transaction cannot wait for the route planner.
  const distance = await distanceBetween(deps, asked.pickup.address, asked.delivery.address);
  const explanation = await explanationOf(deps, caller, carrierId, { ...asked, distance }, quotes);
  return writeOnce(deps, caller, () => {
    requireFleet(deps, caller, side, carrierId);
    return explanation;
  });
}

async function draftOf(deps: DeliveryDeps, { environment, accountId }: Caller, body: ShipmentDraft) {
  await findPlacesNow(deps, environment, accountId, [body.pickup.address, body.delivery.address]);
  const { db } = deps.stores.platform(environment);
  return draftShipment(deps.ids, locateIn({ deps, db, environment, accountId }), body);
}

/** The shipment's body; null where the request names a shipment. @throws AppError `validation_failed` */
function bodyOf({ shipment_id, ...body }: ExplainQuote): ShipmentDraft | null {
  const given = Object.keys(body);
  if (shipment_id !== undefined) {
    const detail = "must not be given together with shipment_id";
    refuseFields(given.map((name) => ({ pointer: `#/${name}`, code: "contradictory", detail })));
    return null;
  }
  const missing = ["pickup", "delivery", "parcels"].filter((name) => !given.includes(name));
  const detail = "is required, unless shipment_id is given";
  refuseFields(missing.map((name) => ({ pointer: `#/${name}`, code: "required", detail })));
  return body as ShipmentDraft;
}

/** The operator asks about any account's shipment. @throws AppError `not_found` */
function shipmentOf(deps: DeliveryDeps, caller: Caller, side: Side, id: string): ShipmentRow {
  if (side === "account") return getShipmentRecord(deps, caller, id).shipment;
  const shipment = findShipment(deps.stores.platform(caller.environment).db, id);
  if (!shipment) throw new AppError("not_found");
  return shipment;
}

function storedOf(deps: DeliveryDeps, caller: Caller, side: Side, id: string) {
  const asked = shipmentOf(deps, caller, side, id);
  return { asked, quotes: quotesOfLastRound(deps.stores.platform(caller.environment).db, asked.id) };
}

async function explanationOf(
  deps: DeliveryDeps,
  { environment }: Caller,
  carrierId: string,
  {
    distance,
    ...asked
  }: Pick<ShipmentRow, "pickup" | "delivery" | "parcels"> & { distance: Distance | null },
  quotes: readonly Quote[],
): Promise<QuoteExplanation> {
  const card = await findPreparedCard(deps, environment, carrierId);
  if (!card) throw noCard();
  const now = deps.clock.now();
  const load = loadOf(deps.stores.platform(environment).db, carrierId, now);
  const ratings = await inSlices(rate(card, { ...asked, now }, distance, load));
  return {
    card_version: card.version,
    distance,
    services: ratings.map((rating) => toExplainedService(rating, card.currency)),
    // A price that people agreed on rests on nothing.
    quotes: quotes
      .filter(({ carrier, basis }) => carrier.id === carrierId && basis !== null)
      .map(toExplainedQuote),
  };
}
