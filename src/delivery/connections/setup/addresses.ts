import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { targetFaults } from "../../../infra/net/target-url.ts";
import { carrierTarget } from "../../carriers/destination.ts";
import type { CarrierKind } from "../../carriers/kind.ts";
import { type Settings, settingPointer } from "./carrier-settings.ts";

/**
 * Checks the addresses among settings. A name that does not resolve now may do so later: it passes here, and is checked
 * again at every call. @param accountId the carrier's account; null for the operator
 * @throws AppError `destination_not_allowed`
 */
export async function checkAddresses(
  deps: Deps,
  kind: CarrierKind,
  settings: Settings,
  accountId: string | null,
): Promise<void> {
  for (const name of kind.addressSettings) {
    const url = settings[name];
    if (typeof url !== "string") continue;
    const judged = await deps.transport.judge(carrierTarget(deps.config, accountId, url));
    if (judged.allowed) continue;
    deps.log.info({ detail: judged.detail }, "Carrier's address refused");
    throw new AppError("destination_not_allowed", {
      detail: judged.message,
      errors: [
        {
          pointer: settingPointer(name),
          code: "destination_not_allowed",
          detail: targetFaults[judged.reason],
        },
      ],
    });
  }
}
