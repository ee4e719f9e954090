import { answered, makePart } from "../../../access/keys/parts.ts";
import {
  AppError,
  type ErrorCode,
  embeddedProblem,
  type FieldError,
  refuseFields,
} from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeInParts } from "../../../infra/idempotency/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { acceptIn } from "../../lifecycle/accepting.ts";
import { choiceErrors } from "../../lifecycle/assignments/choice.ts";
import { waitForOffers } from "../../lifecycle/assignments/service.ts";
import type { AcceptBatch, AcceptItem, AcceptResult, AcceptResults } from "./schema.ts";

/** What an item can be refused with, before anything of it was written. */
const refusals: readonly ErrorCode[] = [
  "not_found",
  "shipment_already_assigned",
  "transition_not_allowed",
  "quote_expired",
  "quote_not_open",
  "no_open_quotes",
];

/**
 * Accepts a quote for each of many shipments, in the order sent. A refused item refuses no other. A repeated request with
 * the same key goes on after the last one written, and accepts none twice.
 * @throws AppError `validation_failed` for the whole, `shutting_down`
 */
export async function acceptBatch(
  deps: DeliveryDeps,
  caller: Caller,
  { items }: AcceptBatch,
): Promise<AcceptResults> {
  refuseFields(items.flatMap(contradictions));
  const choosing = items.filter(({ strategy }) => strategy !== undefined);
  await Promise.all(choosing.map(({ shipment_id }) => waitFor(deps, caller, shipment_id)));
  return writeInParts<AcceptResult[], AcceptResults, DeliveryDeps>(deps, caller, (writing, before = []) => {
    const part = makePart(deps, caller, items, before, {
      make: (item) => acceptItem(writing, caller, item),
      refuse: ({ shipment_id }, error) => refused(deps, caller, shipment_id, error),
    });
    return answered(part, (results): AcceptResults => ({ results }));
  });
}

function contradictions(item: AcceptItem, index: number): FieldError[] {
  const pointer = `#/items/${index}`;
  if (item.quote_id === undefined || item.max_price === undefined) return choiceErrors(item, pointer);
  return [
    {
      pointer: `${pointer}/max_price`,
      code: "contradictory",
      detail: "must not be given together with quote_id, whose price is known",
    },
  ];
}

/** What there is no shipment for is refused later, with the others. */
async function waitFor(deps: DeliveryDeps, caller: Caller, shipmentId: string): Promise<void> {
  try {
    await waitForOffers(deps, caller, shipmentId);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
}

function acceptItem(
  writing: DeliveryWriting,
  caller: Caller,
  { shipment_id, ...input }: AcceptItem,
): AcceptResult {
  try {
    const assignment = acceptIn(writing, caller, shipment_id, input);
    return { shipment_id, result: "accepted", assignment, problem: null };
  } catch (error) {
    if (!(error instanceof AppError && refusals.includes(error.code))) throw error;
    return refused(writing.deps, caller, shipment_id, error);
  }
}

function refused(deps: DeliveryDeps, { origin }: Caller, shipment_id: string, error: AppError): AcceptResult {
  const problem = embeddedProblem(error, { publicUrl: deps.publicUrl(), requestId: origin.requestId });
  return { shipment_id, result: "refused", assignment: null, problem };
}
