import type { Deps } from "../../../infra/deps.ts";
import { type FieldError, refuseFields } from "../../../infra/errors.ts";
import { atOnceErrors } from "../../lifecycle/assignments/choice.ts";
import { refuseContradictoryAddress } from "../shipments/contradictions.ts";
import { coordinateErrors, undeliverableErrors } from "../shipments/request.ts";
import { windowErrors } from "../shipments/window.ts";
import type { ImportDefaults } from "./defaults-schema.ts";

/** The rules that a shipment has, for what all rows of an import have in common. */

const pointer = "#/defaults";

/** What sound defaults cannot say. @throws AppError `validation_failed`, `coordinates_contradict_address` */
export function refuseInvalidDefaults({ clock }: Deps, defaults: ImportDefaults): void {
  const { pickup, delivery, accept, if_undeliverable = "return" } = defaults;
  const windows = { pickup: pickup ?? {}, delivery: delivery ?? {} };
  refuseFields([
    ...coordinateErrors(`${pointer}/pickup/address`, pickup?.address ?? {}),
    ...[
      ...windowErrors(windows, clock.now()),
      ...undeliverableErrors(if_undeliverable, delivery?.requirements),
      ...(accept ? atOnceErrors(accept) : []),
    ].map(within),
  ]);
  if (pickup) refuseContradictoryAddress(`${pointer}/pickup/address`, pickup.address);
}

function within(error: FieldError): FieldError {
  return { ...error, pointer: `${pointer}${error.pointer?.slice(1) ?? ""}` };
}
