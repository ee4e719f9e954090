import type { AttentionFacts, AttentionKind } from "./attention.ts";

/** What a person can do about an item: operations of the API, the likeliest first. */

export const remedyActions = [
  "accept_quote",
  "request_quotes",
  "assign_driver",
  "release_assignment",
  "cancel_shipment",
  "read_pin",
  "read_tracking",
  "report_for_fleet",
  "list_driver_tokens",
  "read_driver",
  "set_pin",
  "search_addresses",
  "read_contact",
  "read_schedule",
  "read_order",
  "approve_order",
  "refuse_order",
  "read_order_form",
  "rotate_order_form",
  "dismiss",
] as const;
export type RemedyAction = (typeof remedyActions)[number];

export interface Remedy {
  action: RemedyAction;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
}

/** An account sees its shipments, the operator the jobs of the installation's carriers. */
export type Viewer = "account" | "installation";

/** What the paths are made of. */
export interface Subject {
  id: string;
  kind: AttentionKind;
  shipmentId: string | null;
  scheduleId: string | null;
  orderFormId: string | null;
  orderRequestId: string | null;
  assignmentId: string | null;
  carrierId: string | null;
  driverId: string | null;
  facts: AttentionFacts;
}

/** Only whoever owns the fleet moves its jobs. */
const ofOwner: readonly RemedyAction[] = [
  "assign_driver",
  "report_for_fleet",
  "list_driver_tokens",
  "read_driver",
];
const moving: readonly RemedyAction[] = ["assign_driver", "read_tracking", "release_assignment"];

const actions = {
  late: moving,
  estimate_slipping: moving,
  no_offer: ["request_quotes", "cancel_shipment"],
  offers_ending: ["accept_quote", "request_quotes", "cancel_shipment"],
  no_driver: ["assign_driver", "release_assignment"],
  driver_silent: moving,
  driver_standing: moving,
  at_door: ["read_pin", "read_tracking", "report_for_fleet"],
  held: ["read_tracking"],
  failed: ["read_tracking"],
  returning: ["read_tracking", "report_for_fleet"],
  pin_refused: ["read_pin", "report_for_fleet"],
  report_refused: ["report_for_fleet", "read_tracking"],
  contradicting_report: ["read_tracking"],
  cancellation_unanswered: ["cancel_shipment"],
  label_missing: ["release_assignment", "cancel_shipment"],
  booking_kept: ["read_tracking"],
  refund_refused: ["read_tracking"],
  tracking_ended: ["read_tracking", "release_assignment"],
  clock_wrong: ["list_driver_tokens", "read_tracking"],
  address_unclear: ["set_pin", "search_addresses", "read_contact"],
  job_not_seen: ["read_driver", "assign_driver"],
  goods_with_absent_driver: ["assign_driver", "read_tracking"],
  schedule_failed: ["read_schedule"],
  order_waiting: ["read_order", "approve_order", "refuse_order"],
  order_form_paused: ["read_order_form", "rotate_order_form"],
} as const satisfies Record<AttentionKind, readonly RemedyAction[]>;

type Possible = Record<RemedyAction, (subject: Subject) => Omit<Remedy, "action"> | null>;

/** What either side can do, under paths of its own. */
function ofBoth(side: "platform" | "operator") {
  return {
    assign_driver: ({ assignmentId, facts }) =>
      facts.isFleet && assignmentId !== null ? post(`/${side}/assignments/${assignmentId}/driver`) : null,
    report_for_fleet: ({ carrierId, facts }) =>
      facts.isFleet && carrierId !== null ? post(`/${side}/carriers/${carrierId}/reports`) : null,
    list_driver_tokens: ({ driverId }) =>
      driverId === null ? null : at("GET", `/${side}/drivers/${driverId}/tokens`),
    read_driver: ({ driverId }) => (driverId === null ? null : at("GET", `/${side}/drivers/${driverId}`)),
    dismiss: ({ id }) => post(`/${side}/attention/${id}/dismissal`),
  } satisfies Partial<Possible>;
}

/** What an account can do. */
const ofAccount: Possible = {
  ...ofBoth("platform"),
  accept_quote: ({ shipmentId }) => post(`/platform/shipments/${shipmentId}/assignments`),
  request_quotes: ({ shipmentId }) => post(`/platform/shipments/${shipmentId}/quotes`),
  release_assignment: ({ shipmentId, assignmentId, facts }) =>
    assignmentId === null || facts.hasGoods
      ? null
      : at("DELETE", `/platform/shipments/${shipmentId}/assignments/${assignmentId}`),
  cancel_shipment: ({ shipmentId }) => post(`/platform/shipments/${shipmentId}/cancellation`),
  read_pin: ({ shipmentId, facts }) =>
    facts.hasPin ? at("GET", `/platform/shipments/${shipmentId}/pin`) : null,
  read_tracking: ({ shipmentId }) => at("GET", `/platform/tracking/${shipmentId}`),
  set_pin: ({ shipmentId }) => at("PATCH", `/platform/shipments/${shipmentId}`),
  search_addresses: () => post("/platform/geocoding"),
  read_contact: ({ shipmentId }) => at("GET", `/platform/shipments/${shipmentId}`),
  read_schedule: ({ scheduleId }) => at("GET", `/platform/schedules/${scheduleId}`),
  read_order: ({ orderRequestId }) => at("GET", `/platform/order-requests/${orderRequestId}`),
  approve_order: ({ orderRequestId }) => post(`/platform/order-requests/${orderRequestId}/approval`),
  refuse_order: ({ orderRequestId }) => post(`/platform/order-requests/${orderRequestId}/refusal`),
  read_order_form: ({ orderFormId }) => at("GET", `/platform/order-forms/${orderFormId}`),
  rotate_order_form: ({ orderFormId }) => post(`/platform/order-forms/${orderFormId}/rotation`),
};

/** What the operator can do about a job of the installation's carriers. */
const ofOperator: Possible = {
  ...ofBoth("operator"),
  accept_quote: () => null,
  request_quotes: () => null,
  release_assignment: () => null,
  cancel_shipment: () => null,
  read_pin: () => null,
  read_tracking: () => null,
  set_pin: () => null,
  search_addresses: () => null,
  read_contact: () => null,
  read_schedule: () => null,
  read_order: () => null,
  approve_order: () => null,
  refuse_order: () => null,
  read_order_form: () => null,
  rotate_order_form: () => null,
};

function at(method: Remedy["method"], path: string): Omit<Remedy, "action"> {
  return { method, path: `/api/v1${path}` };
}

function post(path: string): Omit<Remedy, "action"> {
  return at("POST", path);
}

/** @param isInstalled whether the carrier is the installation's, whose fleet only its operator moves */
export function remediesFor(subject: Subject, side: Viewer, isInstalled: boolean): Remedy[] {
  const possible = side === "account" ? ofAccount : ofOperator;
  const isOwn = isInstalled === (side === "installation");
  return [...actions[subject.kind], "dismiss" as const].flatMap((action) => {
    if (ofOwner.includes(action) && !isOwn) return [];
    const found = possible[action](subject);
    return found ? [{ action, ...found }] : [];
  });
}
