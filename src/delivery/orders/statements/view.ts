import { toTimestamp } from "../../../infra/clock.ts";
import { inMajorUnits } from "../../../infra/geography/country.ts";
import type { Columns } from "../../../infra/text/csv.ts";
import type { MonthLine, MonthSums, OfCustomer } from "../../lifecycle/charges/month-store.ts";
import type { CarrierIdentity } from "../../model/model.ts";
import { isOver, type Month } from "./month.ts";
import type {
  OperatorStatementLineView,
  OperatorStatementView,
  StatementLineView,
  StatementView,
} from "./schema.ts";
import type { OperatorLine, Sums } from "./store.ts";

export function toMonthView(month: Month, now: number) {
  return {
    month: month.name,
    from: toTimestamp(month.from),
    to: toTimestamp(month.until),
    until: toTimestamp(month.until),
    complete: isOver(month, now),
  };
}

/** As the account sees it: without what the carriers take. */
export function toTotalView({ cost: _cost, ...sums }: Sums): StatementView["totals"][number] {
  return sums;
}

/** As the account sees it for a customer. */
export function toCustomerTotalView({
  customerTotal,
  ...sums
}: OfCustomer<MonthSums>): StatementView["totals"][number] {
  return { ...sums, customer_total: customerTotal };
}

/** As the operator sees it. */
export function toOperatorTotalView(sums: Sums): OperatorStatementView["totals"][number] {
  return { ...sums, margin: sums.total - sums.cost };
}

export function toLineView(
  { shipmentId, carrierId: _carrierId, customerTotal, ...sums }: MonthLine & Partial<OfCustomer<MonthLine>>,
  carrier: CarrierIdentity,
  names: { trackingNumber: string; reference: string | null } | undefined,
): StatementLineView {
  return {
    shipment_id: shipmentId,
    tracking_number: names?.trackingNumber ?? null,
    reference: names?.reference ?? null,
    carrier,
    ...sums,
    ...(customerTotal !== undefined && { customer_total: customerTotal }),
  };
}

export function toOperatorLineView(
  { accountId, carrierId: _carrierId, ...sums }: OperatorLine,
  carrier: CarrierIdentity,
  accountName: string,
): OperatorStatementLineView {
  return { account: { id: accountId, name: accountName }, carrier, ...toOperatorTotalView(sums) };
}

const sumColumns = {
  currency: ({ currency }) => currency,
  charges: ({ charges }) => charges,
  deliveries: ({ deliveries }) => deliveries,
  cancellations: ({ cancellations }) => cancellations,
  adjustments: ({ adjustments }) => adjustments,
  later: ({ later }) => later,
  total: ({ total }) => total,
} as const satisfies Columns<Omit<StatementView["totals"][number], "customer_total">>;

/** As people write the total: after the other columns, whose places stay. */
const decimalColumns = {
  total_decimal: ({ total, currency }) => inMajorUnits({ amount: total, currency }),
} as const satisfies Columns<Pick<StatementView["totals"][number], "total" | "currency">>;

export const csvColumns = {
  shipment_id: ({ shipment_id }) => shipment_id,
  tracking_number: ({ tracking_number }) => tracking_number,
  reference: ({ reference }) => reference,
  carrier_id: ({ carrier }) => carrier.id,
  carrier_code: ({ carrier }) => carrier.code,
  carrier_name: ({ carrier }) => carrier.name,
  ...sumColumns,
  ...decimalColumns,
} as const satisfies Columns<StatementLineView>;

export const customerCsvColumns = {
  ...csvColumns,
  customer_total: ({ customer_total = null }) => customer_total,
  customer_total_decimal: ({ customer_total = null, currency }) =>
    customer_total === null ? null : inMajorUnits({ amount: customer_total, currency }),
} as const satisfies Columns<StatementLineView>;

export const operatorCsvColumns = {
  account_id: ({ account }) => account.id,
  account_name: ({ account }) => account.name,
  carrier_id: ({ carrier }) => carrier.id,
  carrier_code: ({ carrier }) => carrier.code,
  carrier_name: ({ carrier }) => carrier.name,
  ...sumColumns,
  cost: ({ cost }) => cost,
  margin: ({ margin }) => margin,
  ...decimalColumns,
} as const satisfies Columns<OperatorStatementLineView>;
