import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { nextPart } from "../../infra/idempotency/idempotency.ts";
import type { Part } from "../../infra/idempotency/service.ts";
import { isRevoked } from "./reading.ts";

/** How the items of a batch become results. */
interface Making<Item, Result> {
  /** @param index of the item in the whole batch */
  make: (item: Item, index: number) => Result;
  refuse: (item: Item, error: AppError) => Result;
}

/** Makes the items that one transaction writes. Of a key that was revoked meanwhile it refuses what is left. */
export function makePart<Item, Result>(
  deps: Deps,
  caller: Caller,
  items: readonly Item[],
  before: readonly Result[],
  { make, refuse }: Making<Item, Result>,
): Part<Result[], Result[]> {
  const isOver = isRevoked(deps, caller);
  const made = nextPart(items, before.length).map((item, index) =>
    isOver ? refuse(item, new AppError("api_key_revoked")) : make(item, before.length + index),
  );
  const soFar = [...before, ...made];
  return soFar.length === items.length ? { answer: soFar } : { soFar };
}

/** The last part with what the request answers. */
export function answered<Result, Answer>(
  part: Part<Result[], Result[]>,
  answerOf: (results: Result[]) => Answer,
): Part<Result[], Answer> {
  return "answer" in part ? { answer: answerOf(part.answer) } : part;
}
