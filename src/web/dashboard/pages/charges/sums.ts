import type { StatementView } from "@/delivery/orders/statements/schema.ts";
import type { Column } from "../../components/list-table.tsx";
import { formatCount, formatMoney } from "../../format.ts";

/** What a statement says of a currency, or of a shipment. */
export type Sums = StatementView["totals"][number];

/** An amount of a row, in the row's currency. */
export function amountColumn<T extends { currency: string }>(
  title: string,
  amountOf: (row: T) => number,
): Column<T> {
  return {
    title,
    align: "right",
    cell: (row) => formatMoney({ amount: amountOf(row), currency: row.currency }),
  };
}

export const totalColumn = amountColumn<Sums>("Total", ({ total }) => total);

/** What the total is made of. */
export const partColumns: readonly Column<Sums>[] = [
  { title: "Charges", align: "right", cell: ({ charges }) => formatCount(charges) },
  amountColumn("Deliveries", ({ deliveries }) => deliveries),
  amountColumn("Fees", ({ cancellations }) => cancellations),
  amountColumn("Later", ({ later }) => later),
  amountColumn("Taken back", ({ adjustments }) => adjustments),
];
