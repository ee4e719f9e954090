import { environments } from "../../infra/environment.ts";
import { invalidField } from "../../infra/errors.ts";
import { openConnection } from "./connections.ts";
import type { DeliveryDeps } from "./deps.ts";
import type { Sample, VerifiedPoint } from "./kind.ts";
import { findRow } from "./service.ts";

/**
 * Runs the conformance suite of a carrier's kind against its server. Books a sample, and cancels it.
 * @param sample what to book; left out: a parcel across Berlin
 * @throws AppError `validation_failed` for an unknown id, or a kind without a server of its own
 */
export async function verifyCarrier(
  deps: DeliveryDeps,
  id: string,
  sample?: Sample,
): Promise<VerifiedPoint[]> {
  for (const environment of environments) {
    const row = findRow(deps, environment, id);
    if (!row) continue;
    const { kind, settings, world } = openConnection(deps, environment, row);
    if (kind.verify) return Array.fromAsync(kind.verify(settings, world, deps.stopping, sample));
    throw invalidField("#/carrier", "kind", `is of the kind ${kind.code}, which has no server to verify`);
  }
  throw invalidField("#/carrier", "unknown", "is not the id of a carrier");
}
