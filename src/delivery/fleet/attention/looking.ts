import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { EventType } from "../../../messaging/events/event.ts";
import { appendEvent } from "../../../messaging/events/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { saveLook } from "../../lifecycle/state/change.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { type ShipmentKind, shipmentKinds, type Trouble } from "./attention.ts";
import { causeOf, type Uncaused } from "./cause.ts";
import { type Carried, readSituation } from "./reading.ts";
import { rules } from "./rules.ts";
import { type AttentionRow, attentionStore, looksDue } from "./store.ts";
import { toAttentionView } from "./view.ts";

/**
 * Looks at the rules of one shipment: raises what holds now, settles what holds no longer, and keeps when to look again.
 * Items are rows, so `since` and the events are the same after a restart.
 */

/** Rows can change in a way that keeps a rule due. Others have their turn in between. */
const restMs = 1_000;

export function dueLooks({ stores }: Deps, environment: Environment): DueRows {
  return looksDue(stores.platform(environment));
}

/** Evaluates the rules of attention of a shipment. Does nothing for one that is not due, or gone. */
export function evaluateAttention(
  deps: DeliveryDeps,
  environment: Environment,
  shipmentId: string,
): Promise<void> {
  return write(deps, environment, (writing: DeliveryWriting) => {
    const { tx, now } = writing;
    const shipment = findShipment(tx, shipmentId);
    if (!shipment || shipment.attentionAt === null || shipment.attentionAt > now) return;
    const { situation, carried } = readSituation(writing, shipment);
    const open = new Map(
      attentionStore(tx)
        .ofShipment(shipmentId)
        .map((item) => [item.kind, item]),
    );
    let lookAt = Number.POSITIVE_INFINITY;
    let isAny = false;
    for (const kind of shipmentKinds) {
      const finding = rules[kind](situation);
      lookAt = Math.min(lookAt, finding.lookAt);
      isAny ||= finding.trouble !== null;
      settleOrRaise(writing, carried, kind, open.get(kind), finding.trouble);
    }
    saveLook(writing, shipmentId, {
      attentionAt: lookAt === Number.POSITIVE_INFINITY ? null : Math.max(lookAt, now + restMs),
      needsAttention: isAny,
    });
  });
}

function settleOrRaise(
  writing: Writing,
  carried: Carried,
  kind: ShipmentKind,
  item: AttentionRow | undefined,
  trouble: Trouble | null,
): void {
  const store = attentionStore(writing.tx);
  if (trouble === null) {
    if (!item) return;
    store.remove(item.id);
    if (item.dismissedAt === null) appendAttentionEvent(writing, "attention.settled", item);
    return;
  }
  const { facts, ...carrier } = carried;
  const isQuiet = trouble.facts.isQuiet === true;
  // Who dismissed it could wait, and now it cannot.
  const isUrgentNow = item?.facts.isQuiet === true && !isQuiet;
  // Who only sends chooses no driver, so what can wait is the operator's alone.
  const isOperators = isQuiet && carrier.isInstalled;
  const row: Uncaused = {
    id: item?.id ?? writing.deps.ids.make("att"),
    ...carrier,
    scheduleId: null,
    orderFormId: null,
    orderRequestId: null,
    kind,
    since: item?.since ?? trouble.since,
    dueAt: trouble.dueAt,
    facts: { ...trouble.facts, ...facts },
    raisedAt: item?.raisedAt ?? writing.now,
    dismissedAt: isUrgentNow ? null : (item?.dismissedAt ?? (isOperators ? writing.now : null)),
    operatorDismissedAt: isUrgentNow ? null : (item?.operatorDismissedAt ?? null),
  };
  if (item && Bun.deepEquals(item, { ...row, cause: causeOf(row) })) return;
  store.save(row);
  if (isUrgentNow || (!item && !isOperators)) appendAttentionEvent(writing, "attention.raised", row);
}

/** To the account's endpoints. Events of a shipment count its changes, and this is none. */
export function appendAttentionEvent(
  writing: Writing,
  type: Extract<EventType, `attention.${string}`>,
  row: Uncaused,
): void {
  appendEvent(writing, {
    type,
    accountId: row.accountId,
    shipmentId: null,
    sequence: null,
    data: { attention: toAttentionView(row, "account", writing.environment, writing.now) },
    at: writing.now,
  });
}
