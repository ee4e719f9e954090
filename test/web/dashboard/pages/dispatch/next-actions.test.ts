import { describe, expect, test } from "bun:test";
import { attentionKinds } from "../../../../../src/delivery/fleet/attention/attention.ts";
import type { AttentionItemView } from "../../../../../src/delivery/fleet/attention/schema.ts";
import type { DriverView } from "../../../../../src/delivery/fleet/drivers/schema.ts";
import { shipmentEvents } from "../../../../../src/delivery/lifecycle/state/events.ts";
import { statuses } from "../../../../../src/delivery/model/model.ts";
import { type Job, jobOfShipment } from "../../../../../src/web/dashboard/assigning/job.ts";
import { isFull, roomText } from "../../../../../src/web/dashboard/assigning/load.ts";
import {
  type Action,
  actionsFor,
  actionsForJob,
} from "../../../../../src/web/dashboard/pages/dispatch/next-actions.ts";
import { kindOf } from "../../../../../src/web/dashboard/pages/dispatch/words.ts";

/** What a dispatcher is offered first, and what the page calls things. */

const { shipment } = shipmentEvents["shipment.assigned"].example;
const job = jobOfShipment(shipment) as Job;
const remedies = (["report_for_fleet", "assign_driver", "dismiss"] as const).map(
  (action): Action => ({ action, method: "POST", path: `/api/v1/platform/${action}` }),
);
const item = { remedies } as AttentionItemView;
const namesOf = (actions: readonly Action[]) => actions.map(({ action }) => action);

describe("what can be done", () => {
  test("about a trouble are its remedies, whatever the shipment's state", () => {
    expect(actionsFor([item], shipment, job)).toEqual(remedies);
    expect(actionsFor([{ ...item, remedies: [] }], shipment, job)).toEqual([]);
  });

  test("about several are the remedies of all, each once, and the first can be dismissed", () => {
    const of = (...actions: string[]) =>
      ({
        remedies: actions.map((action) => ({ action, method: "POST", path: `/${actions[0]}` })),
      }) as AttentionItemView;
    const items = [of("assign_driver", "dismiss"), of("set_pin", "assign_driver", "dismiss")];
    const actions = actionsFor(items, shipment, job);
    expect(namesOf(actions)).toEqual(["assign_driver", "set_pin", "dismiss"]);
    expect(actions.at(-1)?.path).toBe("/assign_driver");
  });

  test("without a trouble comes from the state", () => {
    const actions = statuses.map((status) => {
      const now = { ...shipment, status, assignment: shipment.assignment };
      return [status, namesOf(actionsFor([], now, jobOfShipment(now)))];
    });
    expect(Object.fromEntries(actions)).toEqual({
      created: ["request_quotes", "cancel_shipment"],
      quoted: ["accept_quote", "request_quotes", "cancel_shipment"],
      assigned: ["assign_driver", "cancel_shipment"],
      in_transit: ["assign_driver"],
      delivered: [],
      cancelled: [],
      expired: [],
      failed: [],
      returning: ["assign_driver"],
      returned: [],
    });
  });

  test("leaves the driver alone where the carrier is no fleet of one's own", () => {
    expect(namesOf(actionsFor([], shipment, undefined))).toEqual(["cancel_shipment"]);
    expect(actionsFor([], { ...shipment, status: "in_transit" }, undefined)).toEqual([]);
    expect(actionsFor([], undefined, job)).toEqual([]);
  });

  test("calls the operations of this shipment and this job", () => {
    const path = `/api/v1/platform/shipments/${shipment.id}`;
    const callsOf = (status: typeof shipment.status) =>
      actionsFor([], { ...shipment, status }, job).map(({ method, path }) => `${method} ${path}`);
    expect(callsOf("quoted")).toEqual([
      `POST ${path}/assignments`,
      `POST ${path}/quotes`,
      `POST ${path}/cancellation`,
    ]);
    expect(callsOf("assigned")[0]).toBe(`POST /api/v1/platform/assignments/${job.assignmentId}/driver`);
  });

  test("by an operator has nothing of the shipment's page", () => {
    expect(namesOf(actionsForJob(item, job))).toEqual(["assign_driver", "dismiss"]);
    expect(actionsForJob(undefined, job).map(({ path }) => path)).toEqual([
      `/api/v1/operator/assignments/${job.assignmentId}/driver`,
    ]);
    expect(actionsForJob(undefined, undefined)).toEqual([]);
  });
});

describe("the page", () => {
  test("has a title for every kind of trouble, and shows one of a later version by its name", () => {
    const titles = attentionKinds.map((kind) => kindOf(kind).title);
    expect(new Set(titles).size).toBe(attentionKinds.length);
    for (const [index, kind] of attentionKinds.entries()) expect(titles[index]).not.toBe(kind);
    expect(kindOf("a_later_kind" as (typeof attentionKinds)[number])).toEqual({
      title: "a_later_kind",
      tone: "warn",
    });
  });

  test.each([
    [0, 2, "0 of 2 jobs", false],
    [2, 2, "2 of 2 jobs", true],
    // A handed-over job may be one too many.
    [3, 2, "3 of 2 jobs", true],
    [0, 0, "0 of 0 jobs", true],
    [0, null, "0 jobs", false],
    [1, null, "1 job", false],
    [12, null, "12 jobs", false],
  ])("says of %i jobs with room for %p: %s", (active_assignments, assignments, text, full) => {
    const driver = { active_assignments, capacity: { assignments } } as DriverView;
    expect([roomText(driver), isFull(driver)]).toEqual([text, full]);
  });
});
