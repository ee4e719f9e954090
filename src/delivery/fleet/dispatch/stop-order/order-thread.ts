import { type Deps, inMemory } from "@/infra/deps.ts";
import { type AskedThread, askedThread } from "@/infra/threads/asked-thread.ts";
import type { OrderedStops } from "./ordering.ts";
import { orderWorkerUrl } from "./packaged.ts";
import type { Plan } from "./plan.ts";

/** The thread of an installation. */
const threadOf = inMemory(
  ({ stopping }): AskedThread<Plan, OrderedStops> =>
    askedThread({
      url: orderWorkerUrl,
      work: "orders stops",
      atOnceMax: 1,
      // About ten seconds of work at the very most.
      waitingOfAccountMax: 50,
      withinMs: 10_000,
      idleMs: 60_000,
      stopping,
    }),
);

/**
 * Orders a driver's stops in a thread of its own, in which accounts take turns. `accountId` is empty for the installation's
 * fleets.
 * @throws AppError `busy` when too many plans of the account wait already
 */
export async function orderInThread(deps: Deps, accountId: string, plan: Plan): Promise<OrderedStops> {
  return threadOf(deps).ask(accountId, () => plan);
}
