import type { Environment } from "../../../infra/environment.ts";
import { saveAnswer, writeOnce } from "../../../infra/idempotency/service.ts";
import { callWithTimeout, isTimeout } from "../../../infra/waiting/timeout.ts";
import { isCallError } from "../../carriers/call-error.ts";
import { openConnection } from "../../carriers/connections.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { closeCircuit } from "../../carriers/health.ts";
import type { CheckPoint } from "../../carriers/kind.ts";
import { type Manager, requireManaged, type Side } from "../../carriers/service.ts";
import type { CarrierRow } from "../../carriers/store.ts";
import type { CarrierCheck } from "./schema.ts";

const timeoutSeconds = 20;
/** What a carrier works without. */
const optionalPoints: ReadonlySet<string> = new Set(["webhook"]);

/** Asks the carrier whether it can be used, also a paused one. Books nothing. @throws AppError `not_found` */
export async function checkCarrier(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  id: string,
): Promise<CarrierCheck> {
  const row = requireManaged(deps, caller, side, id);
  await writeOnce(deps, caller, () => null, { isFinal: false });
  const points = await findPoints(deps, caller.environment, row);
  if (points.every(({ code, passed }) => passed || optionalPoints.has(code)))
    closeCircuit(deps, caller.environment, id);
  return saveAnswer(deps, caller, {
    points: points.map(({ durationMs, ...point }) => ({ ...point, duration_ms: Math.round(durationMs) })),
  });
}

async function findPoints(
  deps: DeliveryDeps,
  environment: Environment,
  row: CarrierRow,
): Promise<CheckPoint[]> {
  const begunMs = deps.clock.monotonic();
  const pointOf = (code: string, passed: boolean, detail: string): CheckPoint => ({
    code,
    passed,
    detail,
    durationMs: deps.clock.monotonic() - begunMs,
  });
  const carrier = deps.carrier(environment, row.id);
  if (!carrier) return [pointOf("settings", false, "Waybill cannot use these settings. Set them again.")];
  const { kind, settings, world } = openConnection(deps, environment, row);
  const complete = pointOf("settings", true, "The settings are complete.");
  if (!kind.check) return [complete];
  try {
    const check = (signal: AbortSignal) => kind.check?.(settings, world, signal) ?? Promise.resolve([]);
    return [complete, ...(await callWithTimeout(timeoutSeconds * 1000, check, deps.stopping))];
  } catch (error) {
    deps.log.info({ err: error, carrier: row.id }, "Check of a carrier failed");
    return [complete, pointOf("reachable", false, sentenceOf(error))];
  }
}

/** Never a text of the carrier's. */
function sentenceOf(error: unknown): string {
  if (isTimeout(error)) return `The carrier did not answer within ${timeoutSeconds} seconds.`;
  return isCallError(error) ? error.message : "The carrier's API returned an error.";
}
