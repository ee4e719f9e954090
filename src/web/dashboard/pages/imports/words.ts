import type { ImportKind } from "@/delivery/orders/imports/columns/field.ts";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import type { Scope } from "../../permissions.ts";
import type { Tone } from "../../theme.ts";

/** What the pages call lists and their rows. */

export const kindWords = {
  shipments: { title: "Orders", one: "order", many: "orders", needs: ["shipments:write"] },
  contacts: {
    title: "Contacts",
    one: "contact",
    many: "contacts",
    needs: ["shipments:write", "contacts:write"],
  },
  drivers: { title: "Drivers", one: "driver", many: "drivers", needs: ["shipments:write", "drivers:write"] },
} as const satisfies Record<
  ImportKind,
  { title: string; one: string; many: string; needs: readonly Scope[] }
>;

/** How often a page looks while Waybill reads or makes rows. */
export const busyEveryMs = 500;

/** `1 order`, `36 orders`. */
export function rowsText(count: number, kind: ImportKind): string {
  const { one, many } = kindWords[kind];
  return `${count} ${count === 1 ? one : many}`;
}

export const statusWords: Record<string, { word: string; tone: Tone }> = {
  checking: { word: "Checking", tone: "busy" },
  ready: { word: "To confirm", tone: "warn" },
  running: { word: "Running", tone: "busy" },
  done: { word: "Done", tone: "good" },
  discarded: { word: "Discarded", tone: "quiet" },
  unreadable: { word: "Unreadable", tone: "bad" },
};

export function nameOf({ file_name }: Pick<ImportView, "file_name">): string {
  return file_name ?? "Pasted list";
}
