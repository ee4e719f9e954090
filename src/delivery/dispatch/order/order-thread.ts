import { type Deps, inMemory } from "../../../infra/deps.ts";
import { type AskedThread, askedThread } from "../../../infra/threads/asked-thread.ts";
import type { OrderedStops } from "./ordering.ts";
import { orderWorkerUrl } from "./packaged.ts";
import type { Plan } from "./plan.ts";

/** The thread of an installation. */
const threadOf = inMemory(
  ({ stopping }): AskedThread<Plan, OrderedStops> =>
    askedThread({
      url: orderWorkerUrl,
      work: "orders stops",
      // About ten seconds of work at the very most.
      waitingMax: 50,
      withinMs: 10_000,
      idleMs: 60_000,
      stopping,
    }),
);

/** Orders a driver's stops in a thread of its own. @throws AppError `busy` when too many plans wait already */
export async function orderInThread(deps: Deps, plan: Plan): Promise<OrderedStops> {
  return threadOf(deps).ask(plan);
}
