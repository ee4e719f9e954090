import { loadTowns } from "../infra/geography/town.ts";
import { operationOf } from "../infra/http/operation.ts";

/** A route as Elysia has it. */
interface Route {
  method: string;
  path: string;
  hooks: { detail?: object };
  /** Makes the function that answers, and the check of bodies; otherwise the first request does. */
  compile(): unknown;
}

/** What most tests do first, in their order. */
const firstOperations = [
  "createShipment",
  "createStage",
  "acceptQuote",
  "advanceShipment",
  "getShipment",
  "registerWebhook",
  "listInboxMessages",
];

const pauseMs = 2;

/**
 * Makes ready what the first requests would wait for: a server for tests lives for seconds, and each of its first
 * requests matters to somebody. One part after another, so that a request in between waits for one at most.
 */
export function warmUp(routes: readonly Route[], stopping: AbortSignal): void {
  const first = firstOperations.map((id) => routeOf(id, routes));
  const parts = [...first.map((route) => () => route.compile()), loadTowns];
  const next = () => {
    if (stopping.aborted) return;
    parts.shift()?.();
    if (parts.length > 0) setTimeout(next, pauseMs).unref();
  };
  setTimeout(next, pauseMs).unref();
}

/** @throws Error for an operation that no route has */
function routeOf(operationId: string, routes: readonly Route[]): Route {
  const route = routes.find((each) => operationOf(each).operationId === operationId);
  if (route === undefined) throw new Error(`no route has the operation ${operationId}`);
  return route;
}
