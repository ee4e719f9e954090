import { makePart } from "../../../access/keys/parts.ts";
import { AppError, embeddedProblem, isFault } from "../../../infra/errors.ts";
import { storageErrors } from "../../../infra/http/body.ts";
import { isObject } from "../../../infra/http/json.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { errorsOf, fits } from "../../../infra/http/validation.ts";
import { beginInParts, saveAnswer } from "../../../infra/idempotency/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import type { AtOnce } from "../../lifecycle/assignments/service.ts";
import { refuseForbidden } from "../shipments/new-shipment.ts";
import { CreateShipment } from "../shipments/schema.ts";
import { acceptProblem, atOnceOf, refuseUncreatable, showCreated, storeDraft } from "../shipments/service.ts";
import type { CreateBatch, CreateResult, CreateResults } from "./schema.ts";

/** What came of an item so far: the shipment's id, or why there is none. */
type Written = { id: string } | { problem: NonNullable<CreateResult["problem"]> };

interface Item {
  /** Where the body of the request has it. */
  place: string;
  input: CreateShipment;
  atOnce: AtOnce | undefined;
}
type Judged = Item | AppError;

/** @throws AppError `shutting_down` */
export async function createBatch(
  deps: DeliveryDeps,
  caller: Caller,
  { shipments }: CreateBatch,
): Promise<CreateResults> {
  return createMany(deps, caller, shipments, {
    placeOf: (index) => `#/shipments/${index}`,
    answerOf: (data): CreateResults => ({ data }),
  });
}

/**
 * Creates many shipments, ten in a transaction, in the order sent. An item that fails refuses no other. With an
 * idempotency key, a repeated request goes on after the last one written, and one that is late gets the answer.
 * @param request `placeOf`: where the body has an item, a JSON pointer; `answerOf`: what the request answers with
 * @throws AppError `shutting_down`
 */
export async function createMany<T extends object>(
  deps: DeliveryDeps,
  caller: Caller,
  shipments: readonly unknown[],
  { placeOf, answerOf }: { placeOf: (index: number) => string; answerOf: (made: CreateResult[]) => T },
): Promise<T> {
  const judged: Judged[] = [];
  for (const [index, input] of shipments.entries())
    judged.push(await judge(deps, caller, input, placeOf(index)));
  const begun = await beginInParts<Written[], T, DeliveryDeps>(deps, caller, (writing, before = []) =>
    makePart(deps, caller, judged, before, {
      make: (item) => writeItem(writing, caller, item),
      refuse: (_, error) => refused(deps, caller, error),
    }),
  );
  if ("answer" in begun) return begun.answer;
  const made = begun.written.map((one, index) => ({
    one,
    index,
    // What an earlier request wrote may be refused by now: a window is over, or a driver was deleted.
    ...soundOf(judged[index], shipments[index]),
  }));
  const problems = await Promise.all(made.map(({ one, atOnce }) => problemOf(deps, caller, one, atOnce)));
  // All are read at the end: one may be erased while another waits, and the answer is kept.
  const results = made.map((item, index) => resultOf(deps, caller, item, problems[index]));
  return saveAnswer(deps, caller, answerOf(results));
}

function writeItem(writing: DeliveryWriting, caller: Caller, item: Judged): Written {
  if (item instanceof AppError) return refused(writing.deps, caller, item);
  try {
    return { id: storeDraft(writing, caller, item.input).id };
  } catch (error) {
    // It refuses before it writes anything.
    if (isFault(error) || !(error instanceof AppError)) throw error;
    return refused(writing.deps, caller, within(item.place, error));
  }
}

/** What can be said of an item before anything is written. */
async function judge(deps: DeliveryDeps, caller: Caller, sent: unknown, place: string): Promise<Judged> {
  try {
    if (isObject(sent)) refuseForbidden(caller, sent);
    const errors = storageErrors(sent, "#");
    if (errors.length > 0) throw new AppError("validation_failed", { errors });
    if (!fits(CreateShipment, sent)) {
      throw new AppError("validation_failed", { errors: errorsOf(CreateShipment, sent, "pointer") });
    }
    refuseUncreatable(deps, sent);
    return { place, input: sent, atOnce: await atOnceOf(deps, caller, sent) };
  } catch (error) {
    if (isFault(error) || !(error instanceof AppError)) throw error;
    return within(place, error);
  }
}

/** The error with pointers into the whole body. */
function within(place: string, { code, options }: AppError): AppError {
  const errors = options.errors?.map((error) => ({
    ...error,
    ...(error.pointer !== undefined && { pointer: `${place}${error.pointer.slice(1)}` }),
  }));
  return new AppError(code, { ...options, ...(errors && { errors }) });
}

function refused(deps: DeliveryDeps, { origin }: Caller, error: AppError): Written {
  return { problem: embeddedProblem(error, { publicUrl: deps.publicUrl(), requestId: origin.requestId }) };
}

function soundOf(item: Judged | undefined, sent: unknown): Pick<Item, "input" | "atOnce"> {
  return item instanceof AppError || !item ? { input: sent as CreateShipment, atOnce: undefined } : item;
}

/** Accepts what the item says. @returns undefined where it says nothing, or nothing was written */
async function problemOf(deps: DeliveryDeps, caller: Caller, one: Written, atOnce: AtOnce | undefined) {
  return "problem" in one || !atOnce ? undefined : acceptProblem(deps, caller, one.id, atOnce);
}

function resultOf(
  deps: DeliveryDeps,
  caller: Caller,
  { one, index, input }: { one: Written; index: number; input: CreateShipment },
  problem: Awaited<ReturnType<typeof problemOf>>,
): CreateResult {
  if ("problem" in one) return { index, shipment: null, problem: one.problem };
  return { index, shipment: showCreated(deps, caller, one.id, { input, problem }), problem: null };
}
