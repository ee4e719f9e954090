import { notifications } from "@mantine/notifications";
import type { WarningView } from "@/delivery/model/address-schema.ts";
import { capitalized } from "@/infra/text/words.ts";

/** What looks wrong in an address that Waybill took: "Pickup: the coordinates lie 504 km from the town." */
export function warningInWords({ pointer, detail }: Pick<WarningView, "pointer" | "detail">): string {
  const [, stop = ""] = pointer.split("/");
  return `${capitalized(stop)}: ${detail}`;
}

/** Stays until somebody closes it: the shipment is made, and its page comes next. */
export function showWarnings(warnings: readonly WarningView[]): void {
  for (const warning of warnings) {
    notifications.show({
      color: "orange",
      autoClose: false,
      title: "Check the address",
      message: warningInWords(warning),
    });
  }
}
