import { afterEach, expect, test } from "bun:test";
import { startDispatchWorld } from "../../support/dispatch.ts";
import { shipmentBody } from "../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  readDocument,
  startServer,
  type TestServer,
} from "../../support/harness.ts";
import { type Documented, operationsOf } from "../../support/openapi.ts";
import { startReportWorld } from "../../support/reports.ts";

/** Who knows nothing but the document walks the life of a shipment: each step is a link of the answer before. */

interface Step {
  operationId: string;
  answer: Answer;
}

let server: TestServer;
let operations: Documented[];
afterEach(() => server.stop());

/** Reads the document of a server, which the end of the test stops. */
async function use(started: TestServer): Promise<void> {
  server = started;
  operations = operationsOf(await readDocument(server.url));
}

const find = (operationId: string) => {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`there is no ${operationId}`);
  return found;
};

async function call(client: Client, operationId: string, path: string, body?: unknown): Promise<Step> {
  const method = find(operationId).method.toLowerCase() as "get" | "post" | "put";
  const answer = await (method === "get" ? client.get(path) : client[method](path, body));
  if (answer.status >= 300) throw new Error(`${operationId} gave ${answer.status}: ${answer.text}`);
  return { operationId, answer };
}

const begin = (client: Client, operationId: string, body?: unknown) =>
  call(client, operationId, find(operationId).template, body);

/** The member that `$response.body#/…` means, RFC 6901. */
function memberOf(expression: string, body: unknown): string {
  const pointer = /^\$response\.body#\/(.+)$/.exec(expression)?.[1] ?? "";
  const value = pointer.split("/").reduce((part, name) => (part as Record<string, unknown>)[name], body);
  if (typeof value !== "string") throw new Error(`${expression} is ${value}`);
  return value;
}

/** Follows a link of the answer. What the target needs besides its path the client says itself. */
async function follow(
  client: Client,
  { operationId, answer }: Step,
  target: string,
  body?: unknown,
): Promise<Step> {
  const link = find(operationId).operation.responses[answer.status]?.links?.[target];
  if (!link) throw new Error(`${operationId} does not lead to ${target}`);
  const path = find(link.operationId).template.replace(/\{(\w+)\}/g, (_, name) =>
    memberOf(link.parameters[name] ?? "", answer.body),
  );
  return call(client, link.operationId, path, body);
}

test("a shop goes from what it created to the return of it", async () => {
  await use(await startServer());
  const { sandbox } = await server.account();
  const simulation = { speed: "manual" };
  const created = await begin(sandbox, "createShipment", shipmentBody({ simulation }));
  const quotes = await follow(sandbox, created, "listQuotes");
  const accepted = await follow(sandbox, quotes, "acceptQuote", { strategy: "cheapest" });
  expect(accepted.answer.body.shipment_id).toBe(created.answer.body.id);
  const assignment = await follow(sandbox, accepted, "getAssignment");
  expect(assignment.answer.body.id).toBe(accepted.answer.body.id);
  await follow(sandbox, accepted, "advanceShipment", { to: "delivered" });
  const tracking = await follow(sandbox, accepted, "getTracking");
  expect(tracking.answer.body.status).toBe("delivered");
  await follow(sandbox, tracking, "listPositions");
  await follow(sandbox, tracking, "getProofFile");
  const shipment = await follow(sandbox, tracking, "getShipment");
  expect(shipment.answer.body.id).toBe(created.answer.body.id);
  const assignments = await follow(sandbox, shipment, "listAssignments");
  const again = await follow(sandbox, assignments, "getAssignment");
  expect(again.answer.body.id).toBe(accepted.answer.body.id);
  await follow(sandbox, shipment, "listShipmentEvents");
  const back = await follow(sandbox, shipment, "createReturn", {});
  expect(back.answer.body.return_of).toBe(created.answer.body.id);
  await follow(sandbox, back, "cancelShipment", {});
});

test("a carrier's server goes from its jobs to the reports of one", async () => {
  const world = await startReportWorld();
  await use(world.server);
  const trip = await world.accept();
  const jobs = await begin(world.clients.a, "listCarrierAssignments");
  const job = await follow(world.clients.a, jobs, "getCarrierAssignment");
  expect(job.answer.body.assignment_id).toBe(trip.assignmentId);
  const taken = await follow(world.clients.a, job, "acceptCarrierAssignment", {});
  expect(taken.answer.body.status).toBe("confirmed");
  const at = new Date(world.clock.now()).toISOString();
  const step = { id: "p-1", assignment_id: trip.assignmentId, at, type: "progress", substatus: "at_pickup" };
  const reported = await follow(world.clients.a, taken, "sendCarrierReports", [step]);
  expect(reported.answer.body.results).toMatchObject([{ result: "applied" }]);
});

test("a driver goes from the first look at the API to the reports of a job, which a dispatcher gave", async () => {
  const world = await startDispatchWorld();
  await use(world.server);
  const { sandbox } = world.account;
  const fleet = await world.addFleet({ dispatch: "nearest" });
  const { client: phone } = await world.addRider(fleet);
  const trip = await world.book(fleet);
  const me = await begin(phone, "getDriverMe");
  const stops = await follow(phone, me, "getStops");
  const accepted = await follow(phone, stops, "acceptDriverJob");
  expect(accepted.answer.body.data[0]).toMatchObject({ assignment_id: trip.assignmentId, state: "next" });
  const at = new Date(world.clock.now()).toISOString();
  const step = { id: "p-1", assignment_id: trip.assignmentId, at, type: "progress", substatus: "at_pickup" };
  const reported = await follow(phone, accepted, "sendDriverReports", { sent_at: at, reports: [step] });
  expect(reported.answer.body.results).toMatchObject([{ result: "applied" }]);
  // The fleet's owner creates a driver, and gives the next job to that one.
  const created = await begin(sandbox, "createDriver", {
    carrier_id: fleet,
    name: "Sam Okafor",
    vehicle: { type: "bicycle" },
  });
  await follow(sandbox, created, "getDriverStops");
  await follow(sandbox, created, "issueDriverToken", { name: "Phone", kind: "driver" });
  const shipment = await begin(sandbox, "createShipment", shipmentBody({ carriers: [fleet] }));
  await follow(sandbox, shipment, "listQuotes");
  const booked = await follow(sandbox, shipment, "acceptQuote", { strategy: "cheapest" });
  await follow(sandbox, booked, "assignCarrierDriver", { driver_id: created.answer.body.id });
});
