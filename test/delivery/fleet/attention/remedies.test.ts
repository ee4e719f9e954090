import { expect, test } from "bun:test";
import type { AttentionKind } from "../../../../src/delivery/fleet/attention/attention.ts";
import { remediesFor, type Subject, type Viewer } from "../../../../src/delivery/fleet/attention/remedies.ts";

/** Each remedy is offered where a person can do it, and only there. */

const subject = {
  id: "att_1",
  shipmentId: "shp_1",
  scheduleId: "sch_1",
  orderFormId: "frm_1",
  orderRequestId: "ord_1",
  assignmentId: "asg_1",
  carrierId: "car_1",
  driverId: "drv_1",
};
const possible = { isFleet: true, hasGoods: false, hasPin: true };

interface Case extends Partial<Pick<Subject, "assignmentId" | "carrierId" | "driverId">> {
  facts?: Partial<Subject["facts"]>;
  side?: Viewer;
  isInstalled?: boolean;
}

/** What can be done of an item, each as `action METHOD path`. */
function offered(kind: AttentionKind, { facts, side = "account", isInstalled, ...change }: Case = {}) {
  const item = { ...subject, ...change, kind, facts: { ...possible, ...facts } };
  return remediesFor(item, side, isInstalled ?? side === "installation").map(
    ({ action, method, path }) => `${action} ${method} ${path.replace("/api/v1/", "")}`,
  );
}

const dismiss = "dismiss POST platform/attention/att_1/dismissal";
const cancel = "cancel_shipment POST platform/shipments/shp_1/cancellation";
const release = "release_assignment DELETE platform/shipments/shp_1/assignments/asg_1";
const assign = "assign_driver POST platform/assignments/asg_1/driver";
const track = "read_tracking GET platform/tracking/shp_1";
const readPin = "read_pin GET platform/shipments/shp_1/pin";
const report = "report_for_fleet POST platform/carriers/car_1/reports";

test("an assignment can be released while there is one and its carrier does not have the goods", () => {
  expect(offered("label_missing")).toEqual([release, cancel, dismiss]);
  for (const none of [{ assignmentId: null }, { facts: { hasGoods: true } }])
    expect(offered("label_missing", none)).toEqual([cancel, dismiss]);
});

test("a driver can be assigned to a job of one's own fleet", () => {
  expect(offered("late")).toEqual([assign, track, release, dismiss]);
  expect(offered("late", { facts: { isFleet: false } })).toEqual([track, release, dismiss]);
  expect(offered("late", { assignmentId: null })).toEqual([track, dismiss]);
  expect(offered("late", { isInstalled: true })).toEqual([track, release, dismiss]);
});

test("a rate card can be changed where an own fleet's has no price, and by its owner only", () => {
  const quotes = "request_quotes POST platform/shipments/shp_1/quotes";
  const card = "change_rate_card PUT platform/carriers/car_own/rate-card";
  expect(offered("no_offer", { facts: { card: "car_own" } })).toEqual([quotes, card, cancel, dismiss]);
  expect(offered("no_offer")).toEqual([quotes, cancel, dismiss]);
  const operatorDismisses = "dismiss POST operator/attention/att_1/dismissal";
  expect(offered("no_offer", { facts: { card: "car_own" }, side: "installation" })).toEqual([
    operatorDismisses,
  ]);
});

test("a step can be reported for one's own fleet, and a PIN read where there is one", () => {
  expect(offered("pin_refused")).toEqual([readPin, report, dismiss]);
  expect(offered("pin_refused", { facts: { hasPin: false } })).toEqual([report, dismiss]);
  for (const none of [{ facts: { isFleet: false } }, { carrierId: null }, { isInstalled: true }])
    expect(offered("pin_refused", none)).toEqual([readPin, dismiss]);
});

test("the operator assigns drivers and reports for the installation's fleets only, and does nothing of an account's", () => {
  const own = { side: "installation" } as const;
  const [operatorDismisses, operatorAssigns, operatorReports] = [
    "dismiss POST operator/attention/att_1/dismissal",
    "assign_driver POST operator/assignments/asg_1/driver",
    "report_for_fleet POST operator/carriers/car_1/reports",
  ];
  expect(offered("late", own)).toEqual([operatorAssigns, operatorDismisses]);
  expect(offered("pin_refused", own)).toEqual([operatorReports, operatorDismisses]);
  for (const kind of ["late", "pin_refused"] as const) {
    for (const none of [
      { facts: { isFleet: false } },
      { assignmentId: null, carrierId: null },
      { isInstalled: false },
    ])
      expect(offered(kind, { ...own, ...none })).toEqual([operatorDismisses]);
  }
});

test("the owner of a fleet opens the tokens of a driver whose tracker has a wrong clock", () => {
  const tokens = "list_driver_tokens GET platform/drivers/drv_1/tokens";
  expect(offered("clock_wrong")).toEqual([tokens, track, dismiss]);
  expect(offered("clock_wrong", { driverId: null })).toEqual([track, dismiss]);
  expect(offered("clock_wrong", { isInstalled: true })).toEqual([track, dismiss]);
  expect(offered("clock_wrong", { side: "installation" })).toContain(
    "list_driver_tokens GET operator/drivers/drv_1/tokens",
  );
});

test("an unclear address gets a pin, another search or a call, of the account only", () => {
  expect(offered("address_unclear")).toEqual([
    "set_pin PATCH platform/shipments/shp_1",
    "search_addresses POST platform/geocoding",
    "read_contact GET platform/shipments/shp_1",
    dismiss,
  ]);
  expect(offered("address_unclear", { side: "installation" })).toEqual([
    "dismiss POST operator/attention/att_1/dismissal",
  ]);
});
