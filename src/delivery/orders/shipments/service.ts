import { acceptByDefaultOf } from "../../../access/accounts/reading.ts";
import { refuseOverStorage } from "../../../access/limits/storage.ts";
import type { Deps } from "../../../infra/deps.ts";
import { errorCatalog } from "../../../infra/error-catalog.ts";
import { AppError, inWords, isFault } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { beginOnce, saveAnswer, writeOnce } from "../../../infra/idempotency/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import type { AcceptAtOnce } from "../../lifecycle/assignments/schema.ts";
import { type AtOnce, acceptBest, readAtOnce } from "../../lifecycle/assignments/service.ts";
import { awaitCancellation, beginCancellation } from "../../lifecycle/cancelling.ts";
import { create } from "../../lifecycle/creating.ts";
import { keepPins } from "../../lifecycle/places/pins.ts";
import { openPin } from "../../lifecycle/state/pin.ts";
import { getShipmentRecord } from "../../lifecycle/state/reading.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import { trackingUrl } from "../../lifecycle/state/tracking-link.ts";
import { toShipmentView } from "../../lifecycle/state/view.ts";
import { refuseContradictory, warningsOf } from "./contradictions.ts";
import { refuseTooLarge } from "./draft.ts";
import {
  newShipment,
  type Origin,
  pinnedIn,
  refuseAccepting,
  refuseForbidden,
  refuseInvalid,
} from "./new-shipment.ts";
import type { CancelShipment, CreatedShipmentView, CreateShipment, ShipmentDraft } from "./schema.ts";

/**
 * Stores a shipment and starts its first round of quotes. With `accept` it waits for the carriers and accepts the best
 * offer; a repeated request goes on where the first one stopped.
 * @throws AppError `sandbox_only`, `scope_missing`, `validation_failed`, `coordinates_contradict_address`,
 * `storage_quota_exceeded`, `shipment_too_large`
 */
export async function createShipment(
  deps: DeliveryDeps,
  caller: Caller,
  input: CreateShipment,
): Promise<CreatedShipmentView> {
  refuseForbidden(caller, input);
  refuseUncreatable(deps, input);
  const atOnce = await atOnceOf(deps, caller, input);
  if (!atOnce) return writeOnce(deps, caller, (writing) => storeDraft(writing, caller, input));
  const begun = await beginOnce<CreatedShipmentView, CreatedShipmentView, DeliveryDeps>(
    deps,
    caller,
    (writing) => storeDraft(writing, caller, input),
  );
  if ("answer" in begun) return begun.answer;
  return saveAnswer(deps, caller, await acceptStored(deps, caller, begun.written.id, { input, atOnce }));
}

/** What a sound body cannot ask for. @throws AppError `validation_failed`, `coordinates_contradict_address` */
export function refuseUncreatable(deps: Deps, input: CreateShipment): void {
  refuseInvalid(deps, input);
  refuseContradictory(input);
}

/** What is accepted at once: as the body says, or the account. @throws AppError `validation_failed` */
export async function atOnceOf(
  deps: DeliveryDeps,
  caller: Caller,
  { accept, ...picks }: Pick<CreateShipment, "accept" | "carriers" | "services">,
): Promise<AtOnce | undefined> {
  const wanted = accept === undefined ? acceptByDefaultOf(deps, caller) : accept;
  return wanted === null ? undefined : readAtOnce(deps, caller, wanted as AcceptAtOnce, picks);
}

/**
 * Stores a valid body with the pins that it sets.
 * @throws AppError `storage_quota_exceeded`, `shipment_too_large`
 */
export function storeDraft(
  writing: DeliveryWriting,
  caller: Caller,
  { accept: _, ...draft }: CreateShipment,
  origin?: Origin,
): CreatedShipmentView {
  const created = storeShipment(writing, caller.accountId, draft, origin);
  keepPins(writing, caller, created.id, pinnedIn(draft, created));
  return created;
}

/** Accepts an offer for a shipment that was stored, if that is wanted, and shows it. */
export async function acceptStored(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  { input, atOnce }: { input: CreateShipment; atOnce: AtOnce | undefined },
): Promise<CreatedShipmentView> {
  const problem = atOnce && (await acceptProblem(deps, caller, id, atOnce));
  return showCreated(deps, caller, id, { input, problem });
}

/** A shipment that was stored, as it is now. @param problem undefined where nothing was to be accepted */
export function showCreated(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  { input, problem }: { input: CreateShipment; problem: AcceptProblem | undefined },
): CreatedShipmentView {
  return {
    ...getShipment(deps, caller, id),
    warnings: warningsOf(input),
    ...(problem !== undefined && { accept_problem: problem }),
  };
}

/** Stores a shipment once, and with `accept` waits for the carriers and accepts the best offer. */
export async function storeAndAccept(
  deps: DeliveryDeps,
  caller: Caller,
  { accept, ...picks }: Pick<CreateShipment, "accept" | "carriers" | "services">,
  store: (writing: DeliveryWriting) => CreatedShipmentView,
): Promise<CreatedShipmentView> {
  if (accept == null) return writeOnce(deps, caller, store);
  const atOnce = await readAtOnce(deps, caller, accept, picks);
  const begun = await beginOnce<CreatedShipmentView, CreatedShipmentView, DeliveryDeps>(deps, caller, store);
  if ("answer" in begun) return begun.answer;
  const { id, warnings } = begun.written;
  const problem = await acceptProblem(deps, caller, id, atOnce);
  return saveAnswer(deps, caller, {
    ...getShipment(deps, caller, id),
    warnings,
    accept_problem: problem,
  });
}

/**
 * Stores a valid draft and starts its first round of quotes.
 * @throws AppError `storage_quota_exceeded`, `shipment_too_large`
 */
export function storeShipment(
  writing: DeliveryWriting,
  accountId: string,
  draft: ShipmentDraft,
  origin: Origin = {},
): CreatedShipmentView {
  const { deps, environment } = writing;
  refuseOverStorage(writing, accountId);
  const row = newShipment({ ...writing, db: writing.tx }, deps.ids, accountId, draft, origin);
  const view = toShipmentView(row, null, environment, trackingUrl(deps, row));
  refuseTooLarge(view);
  create(writing, row, view, { isImport: origin.isImport ?? false });
  return { ...view, warnings: warningsOf(draft) };
}

/** Why no offer could be accepted; null if one was. */
type AcceptProblem = NonNullable<CreatedShipmentView["accept_problem"]> | null;

/** Accepts an offer, and says why none could be. The shipment stays in any case. */
export async function acceptProblem(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  atOnce: AtOnce,
): Promise<AcceptProblem> {
  try {
    refuseAccepting(caller);
    await acceptBest(deps, caller, id, atOnce);
    return null;
  } catch (error) {
    if (isFault(error) || !(error instanceof AppError)) throw error;
    // The same request can go on after the restart.
    if (error.code === "shutting_down" && caller.once) throw error;
    const { title } = errorCatalog[error.code];
    return { code: error.code, title, detail: inWords(error, "The shipment") };
  }
}

/** @throws AppError `not_found` */
export function getShipment(deps: Deps, caller: Caller, id: string): ShipmentView {
  const { shipment, assignment } = getShipmentRecord(deps, caller, id);
  return toShipmentView(shipment, assignment, caller.environment, trackingUrl(deps, shipment));
}

/**
 * Cancels the shipment. One that is cancelled already is shown as it is. Where the carrier has to agree, this waits for
 * its answer for 10 s; without one the shipment has `cancellation_requested_at`.
 * @throws AppError `not_found`, `shipment_not_cancellable`, `carrier_refused_cancellation`
 */
export async function cancelShipment(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  input: CancelShipment,
): Promise<ShipmentView> {
  const why = {
    reason_code: input?.reason_code ?? "cancelled_by_client",
    message: input?.message ?? null,
  } as const;
  const begun = await beginOnce<ReturnType<typeof beginCancellation>, ShipmentView, DeliveryDeps>(
    deps,
    caller,
    (writing) => beginCancellation(writing, caller, id, why),
  );
  if ("answer" in begun) return begun.answer;
  const { view, asked } = begun.written;
  if (asked === null) return saveAnswer(deps, caller, view);
  await awaitCancellation(deps, caller.environment, asked);
  return saveAnswer(deps, caller, getShipment(deps, caller, id));
}

/**
 * Null until a quote is accepted, if no PIN is required, and where the carrier makes its own.
 * @throws AppError `not_found`
 */
export function getPin(deps: Deps, caller: Caller, id: string): { pin: string | null } {
  const { shipment, assignment } = getShipmentRecord(deps, caller, id);
  return { pin: assignment?.ownPin ? null : openPin(deps.vault, shipment) };
}
