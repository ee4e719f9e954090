import { describe, expect, test } from "bun:test";
import type { StopView } from "../../../../src/delivery/fleet/dispatch/stops/schema.ts";
import type { DriverView } from "../../../../src/delivery/fleet/drivers/schema.ts";
import { shipmentEvents } from "../../../../src/delivery/lifecycle/state/events.ts";
import { statuses } from "../../../../src/delivery/model/model.ts";
import {
  dragJobs,
  droppedJobs,
  expectedDrivers,
  hasJobs,
  jobOfShipment,
  jobOfStops,
  leftOutText,
} from "../../../../src/web/dashboard/assigning/job.ts";
import { expectedAt } from "../../../../src/web/dashboard/pages/dispatch/expected.ts";

/** The jobs that a dispatcher gives to drivers, and when a shipment is expected. */

const { shipment } = shipmentEvents["shipment.assigned"].example;
const { assignment, pickup } = shipment;
if (assignment === null) throw new Error("the example has no assignment");

describe("the job of a shipment", () => {
  const job = {
    shipmentId: shipment.id,
    assignmentId: assignment.id,
    carrierId: assignment.carrier.id,
    name: "ORD-1001",
    pickup: { latitude: 52.5291, longitude: 13.4014 },
    hasDriver: true,
    driverId: assignment.driver_id,
    hasGoods: false,
  };

  test("is there while somebody carries it, and says who has the goods", () => {
    const jobs = statuses.map((status) => [status, jobOfShipment({ ...shipment, status })] as const);
    expect(Object.fromEntries(jobs)).toEqual({
      created: undefined,
      quoted: undefined,
      assigned: job,
      in_transit: { ...job, hasGoods: true },
      delivered: undefined,
      cancelled: undefined,
      expired: undefined,
      failed: undefined,
      returning: { ...job, hasGoods: true },
      returned: undefined,
    });
    expect(jobOfShipment({ ...shipment, assignment: null })).toBeUndefined();
  });

  test("names what is known of it", () => {
    const address = { ...pickup.address, latitude: null, longitude: null };
    const unknown = {
      ...shipment,
      reference: null,
      pickup: { ...pickup, address },
      assignment: { ...assignment, driver: null },
    };
    expect(jobOfShipment(unknown)).toEqual({
      ...job,
      name: shipment.tracking_number,
      pickup: undefined,
      hasDriver: false,
    });
  });
});

test("what is left out of many says why, and what comes first", () => {
  const open = { ...shipment, status: "quoted", assignment: null } as const;
  const own = new Set([assignment.carrier.id]);
  expect(leftOutText([shipment], own)).toBe("");
  expect(leftOutText([shipment, open], own)).toBe(
    "Left out of “Assign to…”: 1 without an accepted quote. Accept its quote first.",
  );
  expect(leftOutText([open, open, shipment], new Set())).toBe(
    "Left out of “Assign to…”: 2 without an accepted quote, 1 with another carrier. Accept their quotes first.",
  );
  expect(leftOutText([shipment], new Set())).toBe("Left out of “Assign to…”: 1 with another carrier.");
});

describe("the job of a driver's stops", () => {
  const driver = { id: "drv_1", carrier_id: "car_1" } as DriverView;
  const stop = (kind: StopView["kind"], change: Partial<StopView> = {}) =>
    ({
      kind,
      state: "planned",
      assignment_id: "asg_1",
      shipment_id: "shp_1",
      reference: "ORD-1",
      tracking_number: "WB1",
      address: { latitude: 52.5, longitude: 13.4 },
      ...change,
    }) as StopView;
  const job = {
    shipmentId: "shp_1",
    assignmentId: "asg_1",
    carrierId: "car_1",
    name: "ORD-1",
    pickup: { latitude: 52.5, longitude: 13.4 },
    hasDriver: true,
    driverId: driver.id,
    hasGoods: false,
  };

  test("has the goods once no pickup is left", () => {
    expect(jobOfStops(driver, [stop("pickup"), stop("delivery")])).toEqual(job);
    expect(jobOfStops(driver, [stop("delivery"), stop("pickup")])).toEqual(job);
    expect(jobOfStops(driver, [stop("delivery")])).toEqual({ ...job, pickup: undefined, hasGoods: true });
  });

  test("is called by what the driver reads", () => {
    const nameOf = (change: Partial<StopView>) => jobOfStops(driver, [stop("pickup", change)])?.name;
    expect(nameOf({ reference: null })).toBe("WB1");
    expect(nameOf({ reference: null, tracking_number: null })).toBe("");
  });

  test("is none before the driver has taken it, nor without a stop", () => {
    expect(jobOfStops(driver, [stop("pickup", { state: "offered" })])).toBeUndefined();
    expect(jobOfStops(driver, [])).toBeUndefined();
  });
});

test("a batch says who has each job, where that is known of all", () => {
  const job = {
    shipmentId: "shp_1",
    assignmentId: "asg_1",
    carrierId: "car_1",
    name: "ORD-1",
    pickup: undefined,
    hasDriver: true,
    hasGoods: false,
  };
  const [mine, free] = [
    { ...job, driverId: "drv_1" },
    { ...job, driverId: null },
  ];
  expect(expectedDrivers([mine, free])).toEqual({ expected_driver_ids: ["drv_1", null] });
  expect(expectedDrivers([mine, job])).toEqual({});
});

describe("a job that is dragged", () => {
  /** What the browser carries. */
  function transfer() {
    const carried = new Map<string, string>();
    return {
      effectAllowed: "none",
      get types() {
        return [...carried.keys()];
      },
      setData: (type: string, text: string) => void carried.set(type, text),
      getData: (type: string) => carried.get(type) ?? "",
    } as unknown as DataTransfer;
  }

  test("arrives as it was", () => {
    const data = transfer();
    const job = jobOfShipment(shipment);
    if (job === undefined) throw new Error("the example has no job");
    dragJobs(data, [job]);
    expect([hasJobs(data), droppedJobs(data), data.effectAllowed]).toEqual([true, [job], "move"]);
  });

  test("is nothing else that people drag", () => {
    const data = transfer();
    data.setData("text/plain", '{"assignmentId":"asg_1"}');
    expect([hasJobs(data), droppedJobs(data)]).toEqual([false, []]);
    expect(droppedJobs(transfer())).toEqual([]);
  });
});

describe("a shipment is expected", () => {
  const quoted = "2026-01-31T10:10:00.000Z";
  const eta = (delivery: string | null, delivery_date: string | null = null) => ({
    pickup: null,
    delivery,
    delivery_date,
    returned: null,
    source: "carrier" as const,
    updated_at: quoted,
  });

  test("when its estimate says, and else when its quote said", () => {
    expect(expectedAt(shipment)).toBe(quoted);
    expect(expectedAt({ ...shipment, eta: null })).toBe(quoted);
    expect(expectedAt({ ...shipment, eta: eta("2026-01-31T11:00:00.000Z") })).toBe(
      "2026-01-31T11:00:00.000Z",
    );
  });

  test("on a day where no time is known", () => {
    const onDay = { ...shipment, estimated_delivery_at: null, estimated_delivery_date: "2026-02-02" };
    expect(expectedAt(onDay)).toBe("2026-02-02");
    expect(expectedAt({ ...onDay, eta: eta(null, "2026-02-03") })).toBe("2026-02-03");
  });

  test("at no time once the driver is there, or where the delivery will not happen", () => {
    expect(expectedAt({ ...shipment, substatus: "at_delivery", eta: eta(quoted) })).toBeNull();
    expect(expectedAt({ ...shipment, status: "returning", eta: eta(null) })).toBeNull();
    expect(
      expectedAt({ ...shipment, estimated_delivery_date: null, estimated_delivery_at: null }),
    ).toBeNull();
  });
});
