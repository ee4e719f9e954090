import type { Writing } from "../../../infra/deps.ts";
import type { Uncaused } from "./cause.ts";
import { appendAttentionEvent } from "./looking.ts";
import { type AttentionRow, attentionStore } from "./store.ts";

/** An order of a customer that nobody has answered, and an order form that paused itself, need a person. */

/** What people call the form. */
interface OfForm {
  orderFormId: string;
  accountId: string;
  name: string;
}

/** @param dueAt when it is too late for what was ordered */
export function raiseOrderWaiting(
  writing: Writing,
  { id, dueAt, ...form }: OfForm & { id: string; dueAt: number },
): void {
  raise(writing, form, { orderRequestId: id, kind: "order_waiting", dueAt, facts: {} });
}

/** Somebody answered the order, or nobody did in time. */
export function settleOrderWaiting(writing: Writing, id: string): void {
  settle(writing, attentionStore(writing.tx).ofOrder(id));
}

/** Raises it once for each pause. */
export function raiseFormPaused(
  writing: Writing,
  { until, reason, ...form }: OfForm & { until: number; reason: "wrong_codes" | "burst" },
): void {
  settleFormPaused(writing, form.orderFormId);
  raise(writing, form, {
    orderRequestId: null,
    kind: "order_form_paused",
    dueAt: until,
    facts: { pausedFor: reason },
  });
}

/** The form takes orders again, or somebody wants it to wait. */
export function settleFormPaused(writing: Writing, orderFormId: string): void {
  const items = attentionStore(writing.tx).ofOrderForm(orderFormId);
  settle(
    writing,
    items.find(({ kind }) => kind === "order_form_paused"),
  );
}

/** The form goes, with all that was ordered and not answered. */
export function settleForm(writing: Writing, orderFormId: string): void {
  for (const item of attentionStore(writing.tx).ofOrderForm(orderFormId)) settle(writing, item);
}

function raise(
  writing: Writing,
  { orderFormId, accountId, name }: OfForm,
  { facts, ...item }: Pick<AttentionRow, "orderRequestId" | "kind" | "dueAt" | "facts">,
): void {
  const { deps, tx, now } = writing;
  const row: Uncaused = {
    id: deps.ids.make("att"),
    shipmentId: null,
    scheduleId: null,
    orderFormId,
    ...item,
    accountId,
    assignmentId: null,
    carrierId: null,
    isInstalled: false,
    driverId: null,
    since: now,
    facts: { ...facts, orderForm: name },
    raisedAt: now,
    dismissedAt: null,
    operatorDismissedAt: null,
  };
  attentionStore(tx).save(row);
  appendAttentionEvent(writing, "attention.raised", row);
}

function settle(writing: Writing, item: AttentionRow | undefined): void {
  if (!item) return;
  attentionStore(writing.tx).remove(item.id);
  if (item.dismissedAt === null) appendAttentionEvent(writing, "attention.settled", item);
}
