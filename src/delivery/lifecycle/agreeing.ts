import { write } from "../../infra/deps.ts";
import { AppError, invalidField } from "../../infra/errors.ts";
import { minorUnits } from "../../infra/geography/country.ts";
import { type Caller, hasScope } from "../../infra/http/principal.ts";
import type { DeliveryDeps, DeliveryWriting } from "../carriers/deps.ts";
import { fleetCode } from "../carriers/kind.ts";
import { agreedOffer } from "../carriers/kinds/fleet/agreed.ts";
import { findPreparedCard } from "../carriers/kinds/fleet/cards.ts";
import type { PreparedCard } from "../carriers/kinds/fleet/rate-card.ts";
import { loadOf } from "../carriers/service.ts";
import type { CarrierIdentity, Money } from "../model/model.ts";
import { assertAssignable, assign, wasAccepted } from "./accepting.ts";
import type { AgreedInput, Choice } from "./assignments/choice.ts";
import { type ChosenDriver, giveToChosen } from "./assignments/driver.ts";
import { refuseZero } from "./charges/bounds.ts";
import { insertAgreedQuote, markQuoted } from "./quotes/answers.ts";
import { isPickedCarrier, isPickedService, type Picks } from "./quotes/picks.ts";
import type { Quote } from "./quotes/quote.ts";
import type { AutoReassign } from "./state/assignment.ts";
import { requireShipment } from "./state/reading.ts";
import type { AssignmentRow } from "./state/rows.ts";

/** Books an own fleet at a price that people agreed on, also without an offer, and for a driver whom they chose. */

const agreeScope = "dispatch:write";

/** An own fleet with the card that has the service. */
export interface Agreed extends AgreedInput {
  carrier: CarrierIdentity;
  card: PreparedCard;
  /** Who gets the job; undefined: whoever the fleet finds. */
  driver?: ChosenDriver | undefined;
}

/** @throws AppError `scope_missing` */
export function refuseUnpermitted(caller: Caller): void {
  if (hasScope(caller, agreeScope)) return;
  throw new AppError("scope_missing", {
    detail: `To agree on a price or choose a driver, use a key with the scope ${agreeScope}.`,
  });
}

interface Agreeing {
  /** Where the request says it. */
  pointer: string;
  /** Of the shipment. */
  picks: Picks;
}

/** The fleet of an agreed price; undefined where none was agreed. @throws AppError `validation_failed` */
export async function agreedIn(
  deps: DeliveryDeps,
  caller: Caller,
  { price, service, carrier_id: named }: Choice,
  { driver, ...agreeing }: Agreeing & { driver: ChosenDriver | undefined },
): Promise<Agreed | undefined> {
  if (price === undefined || service === undefined) return undefined;
  const carrier_id = driver?.fleetId ?? named;
  const input = { price, service, ...(carrier_id !== undefined && { carrier_id }) };
  return { ...(await findAgreed(deps, caller, input, agreeing)), driver };
}

/**
 * Finds the fleet. A card is read outside of transactions.
 * @throws AppError `validation_failed` for a service that the shipment does not name, that none of the own fleets has that it
 * names, or several, for another currency, and for 0
 */
async function findAgreed(
  deps: DeliveryDeps,
  { accountId, environment }: Caller,
  input: AgreedInput,
  { pointer, picks }: Agreeing,
): Promise<Agreed> {
  const { price, service, carrier_id: carrierId } = input;
  refuseZero(`${pointer}/price`, price.amount);
  const serving = deps
    .carriers(environment, accountId)
    .filter(({ kind, owner }) => kind === fleetCode && owner.accountId === accountId)
    .filter(({ identity, services }) => {
      const isNamed = carrierId === undefined || identity.id === carrierId;
      return isNamed && services?.some(({ code }) => code === service);
    });
  const [fleet, another] = serving.filter(({ identity }) => isPickedCarrier(picks, identity));
  if (serving.length > 0) refuseUnpickedService(pointer, picks, service);
  if (!fleet) {
    if (serving.length > 0) throw unpicked(pointer);
    const detail = "must be the code of a service in the rate card of your own fleet";
    throw invalidField(`${pointer}/service`, "unknown", detail);
  }
  if (another) {
    const detail = "is required, because several of your fleets have this service";
    throw invalidField(`${pointer}/carrier_id`, "required", detail);
  }
  const card = await findPreparedCard(deps, environment, fleet.identity.id);
  if (!card?.services.some(({ code }) => code === service)) {
    throw invalidField(`${pointer}/service`, "unknown", "must be a service of the current rate card");
  }
  if (card.currency !== price.currency) {
    const detail = `must be ${card.currency}, the currency of the rate card`;
    throw invalidField(`${pointer}/price/currency`, "currency_mismatch", detail);
  }
  return { ...input, carrier: fleet.identity, card };
}

/** Who limits a shipment to services gets none of the others. @throws AppError `validation_failed` */
function refuseUnpickedService(pointer: string, picks: Picks, service: string): void {
  if (isPickedService(picks, { code: service })) return;
  const detail =
    "must be one of the shipment's `services`. To book another one, name it there, or request quotes with it first";
  throw invalidField(`${pointer}/service`, "contradictory", detail);
}

/** Who limits a shipment to carriers gets none of the others. */
function unpicked(pointer: string): AppError {
  const detail =
    "must be a service of one of the shipment's `carriers`. To book another carrier, name it there, or request quotes with it first";
  return invalidField(`${pointer}/service`, "contradictory", detail);
}

/**
 * Books the fleet inside the caller's transaction. It refuses before it writes anything.
 * @throws AppError `not_found`, `shipment_already_assigned`, `transition_not_allowed`, `validation_failed`
 */
export function acceptAgreed(
  writing: DeliveryWriting,
  caller: Caller,
  shipmentId: string,
  { carrier, card, service, price, driver }: Agreed,
  autoReassign: AutoReassign | null = null,
): AssignmentRow {
  const shipment = requireShipment(writing, caller, shipmentId);
  if (shipment.status !== "created") assertAssignable(shipment);
  refuseUnpickedService("#", shipment, service);
  if (!isPickedCarrier(shipment, carrier)) throw unpicked("#");
  const { tx, now } = writing;
  const offer = agreedOffer(card, service, { ...shipment, now }, price, loadOf(tx, carrier.id, now));
  if (!offer) throw invalidField("#/service", "unknown", "must be a service of the current rate card");
  const quote: Quote = insertAgreedQuote(writing, shipment, carrier, offer);
  const quoted =
    shipment.status === "created" ? markQuoted(writing, shipment, "A price was agreed.") : shipment;
  const booked = assign(writing, quoted, quote, {
    by: "client",
    autoReassign,
    message: `${carrier.name} was booked at an agreed price of ${moneyText(price)}, by ${whoIs(caller)}.`,
  });
  return giveToChosen(writing, caller, booked, driver);
}

/** As `acceptAgreed`. A shipment that has, or had, an assignment stays as it is. */
export async function acceptAgreedOnce(
  deps: DeliveryDeps,
  caller: Caller,
  shipmentId: string,
  agreed: Agreed,
): Promise<void> {
  await write(deps, caller.environment, (writing: DeliveryWriting) => {
    if (wasAccepted(writing.tx, shipmentId)) return;
    acceptAgreed(writing, caller, shipmentId, agreed);
  });
}

/** The name of a person does not outlive the person: ids stay, and the audit log has them too. */
function whoIs(caller: Caller): string {
  if (caller.kind === "session") return caller.user.id;
  if (caller.kind === "schedule") return `the schedule ${caller.scheduleId}`;
  return caller.kind === "key" ? `the key ${caller.key.prefix}…${caller.key.last4}` : "the sandbox";
}

/** `8.90 EUR`. */
function moneyText({ amount, currency }: Money): string {
  const digits = minorUnits(currency);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`;
}
