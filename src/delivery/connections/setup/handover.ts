import type { Writing } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { renewCarrier } from "../../carriers/connections.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { fleetCode } from "../../carriers/kind.ts";
import { handCardOver } from "../../carriers/kinds/fleet/cards.ts";
import { recordChange, requireOwnCarrier } from "../../carriers/service.ts";
import { type CarrierRow, carrierStore } from "../../carriers/store.ts";
import { showToOperator } from "../../fleet/attention/service.ts";
import { handDriversOver } from "../../fleet/drivers/setup/service.ts";
import { hasActiveAssignments } from "../../lifecycle/assignments/service.ts";
import { viewOf } from "./reading.ts";
import type { HandOverCarrier, OperatorCarrier } from "./schema.ts";
import { refuseFull } from "./service.ts";
import { finishWithdrawal } from "./withdrawal.ts";

/**
 * An account's fleet becomes the installation's. Its id, rate card and drivers stay, and so do its shipments so far, which
 * are the account's: their charges, pictures and positions. What lets somebody in moves with care: connected phones stay
 * connected, and tokens and links end, because people of the account have seen them.
 */

/**
 * @param caller somebody of the account who runs the installation
 * @param accepts compares a version with If-Match
 * @throws AppError `operator_required`, `not_found`, `precondition_failed`, `carrier_not_transferable`, `carrier_in_use`,
 * `carrier_code_taken`, `limit_reached`
 */
export async function handCarrierOver(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  { accounts = null }: HandOverCarrier,
  accepts: (version: number) => boolean,
): Promise<OperatorCarrier> {
  const { environment } = caller;
  if (caller.kind !== "session" || !caller.isOperator) {
    requireOwnCarrier(deps, caller, id);
    throw new AppError("operator_required");
  }
  const view = await writeOnce(deps, caller, (writing) => {
    const before = requireOwnCarrier(deps, caller, id);
    if (!accepts(before.version)) throw new AppError("precondition_failed");
    refuseUnfit(writing, before);
    refuseFull(writing, "installation");
    const after: CarrierRow = {
      ...before,
      settings: withoutOwn(before.settings),
      accountId: null,
      accounts,
      version: before.version + 1,
      updatedAt: writing.now,
      unsettled: true,
    };
    carrierStore(writing.tx).update(after);
    handCardOver(writing, id);
    handDriversOver(writing, id);
    showToOperator(writing, id);
    renewCarrier(writing, after);
    recordChange(writing, caller, "carrier.handed_over", after);
    return viewOf(deps, caller, "installation", after) as OperatorCarrier;
  });
  await finishWithdrawal(deps, environment, id);
  return view;
}

/** An account lets its riders call its own recipients. Those of other accounts it cannot speak for. */
function withoutOwn({
  riders_may_call: _mayCall,
  ...settings
}: CarrierRow["settings"]): CarrierRow["settings"] {
  return settings;
}

/** @throws AppError `carrier_not_transferable`, `carrier_code_taken`, `carrier_in_use` */
function refuseUnfit({ deps, tx, environment }: Writing, { id, kind, code, accountId }: CarrierRow): void {
  if (kind !== fleetCode) {
    throw new AppError("carrier_not_transferable", {
      detail:
        "Only a carrier of the kind fleet can be handed over. Set up another one under Operator → Carriers.",
    });
  }
  // The installation's carriers live in real time, and the fleet's rows tell times of the account's clock.
  if (environment === "sandbox" && accountId !== null && deps.clocks?.times.find(accountId)) {
    throw new AppError("carrier_not_transferable", {
      detail: "The account's sandbox has a clock of its own. Reset the clock first.",
    });
  }
  if (carrierStore(tx).findByCode(null, code)) {
    throw new AppError("carrier_code_taken", {
      detail: "The installation has a carrier with this code. Give your fleet another code first.",
    });
  }
  if (hasActiveAssignments(tx, id)) {
    throw new AppError("carrier_in_use", {
      detail: "Pause the fleet, and hand it over when its assignments have ended.",
    });
  }
}
