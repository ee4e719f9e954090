import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import { carrierClient } from "./carrier-client.ts";
import { driverClient } from "./drivers.ts";
import { type Given, leftOut, type Marks } from "./filling.ts";
import { advance, platform } from "./fixtures.ts";
import { addOpenFleet } from "./fleets.ts";
import { type Answer, type Client, eventually, type TestAccount, type TestServer } from "./harness.ts";
import { addHook } from "./hooks.ts";
import { pictures } from "./images.ts";
import { addCarrierLabel } from "./labels.ts";
import { createSend, expectApplied, expectStatus, type Send } from "./marked-bodies.ts";
import { customer } from "./order-forms.ts";
import {
  askedOf,
  byStrategy,
  contactsOnly,
  inHours,
  simulations,
  standing,
  stopsFrom,
  unattended,
} from "./whole-shipments.ts";

/** Shipments whose every text can be told from all others, through lives in which all who have a say say something. */

export interface MarkedLives {
  account: TestAccount;
  /** Ended shipments. */
  ids: string[];
  driverId: string;
  contactId: string;
  scheduleId: string;
  orderFormId: string;
  /** What was sent, by where: `createShipment /pickup/contact/name`. */
  marks: Marks;
}

type Body = Answer["body"];

/** A driver who can carry any of these shipments. */
const strong: Given = [[/\/capacity\/weight_grams$/, 100_000]];
const carriersApi = "/api/v1/carrier";
const driversApi = "/api/v1/driver";

export async function liveMarkedLives(server: TestServer, hook: string): Promise<MarkedLives> {
  const account = await server.account();
  const { sandbox: client, accountId } = account;
  const carrierId = await addOpenFleet(server, accountId);
  const marks: Marks = new Map();
  const send = await createSend(server, marks);
  const events = ["*", "tracking.position_updated"];
  const endpoint = await client.post(`${platform}/webhooks`, { url: hook, events });
  const carrier = await carrierClient(server, account, carrierId, accountId);
  const world: World = { server, account, client, carrierId, carrier, send, marks };
  const driver = await send("createDriver", {
    client,
    path: `${platform}/drivers`,
    given: [[/\/carrier_id$/, carrierId]],
  });
  expectStatus(driver, 201);
  const driverId: string = driver.body.id;
  const path = `${platform}/drivers/${driverId}`;
  const given: Given = [[/\/on_duty$/, false], ...strong];
  expectStatus(await send("patchDriver", { client, path, given }), 200);
  expectStatus(await send("writeDriverNote", { client, path: `${path}/notes` }), 201);
  const contact = await send("createContact", { client, path: `${platform}/contacts` });
  expectStatus(contact, 201);
  const contactId: string = contact.body.id;
  expectStatus(await send("patchContact", { client, path: `${platform}/contacts/${contactId}` }), 200);
  const schedules = `${platform}/schedules`;
  const schedule = await send("createSchedule", { client, path: schedules, given: standing });
  expectStatus(schedule, 201);
  const scheduleId: string = schedule.body.id;
  const changed = { client, path: `${schedules}/${scheduleId}`, given: standing };
  expectStatus(await send("patchSchedule", changed), 200);
  const orderFormId = await ordered(world);
  const ids = [
    ...(await scripted(world)),
    await carried(world, ["cancelled", "withdrawn", "undeliverable", "returned"]),
    await carried(world, ["progress", "cancelled", "cancellation_refused", "withdrawn", "delivered"]),
    await rejected(world),
    await withdrawn(world),
    await batched(world),
    await driven(world, driverId),
    await entered(world, ["undeliverable", "returned"]),
    await entered(world, ["delivered"]),
  ];
  const pending = `${platform}/webhooks/${endpoint.body.id}/deliveries?status=pending`;
  await eventually("the deliveries", async () => (await client.get(pending)).body.data.length === 0);
  return { account, ids, driverId, contactId, scheduleId, orderFormId, marks };
}

/** A customer orders by a form, and is refused with a word. @returns the form's id */
async function ordered({ server, client, send }: World): Promise<string> {
  const forms = `${platform}/order-forms`;
  const given: Given = [
    ...stopsFrom(24),
    [/\/approval$/, "each"],
    [/\/services$/, ["plain"]],
    [/\/countries$/, ["DE"]],
    [/\/paused_until$/, null],
  ];
  const form = await send("createOrderForm", { client, path: forms, given });
  expectStatus(form, 201);
  expectStatus(await send("patchOrderForm", { client, path: `${forms}/${form.body.id}`, given }), 200);
  const [, token = ""] = form.body.url.split("#");
  const order = await send("placeOrder", {
    client: customer(server, token),
    path: "/api/v1/order-form/orders",
    given: [
      [/^\/pickup_window\/start$/, inHours(24)],
      [/^\/pickup_window\/end$/, inHours(25)],
      [/\/service$/, "plain"],
      ...stopsFrom(24),
    ],
    headers: { "idempotency-key": "marked" },
  });
  expectStatus(order, 201);
  const path = `${platform}/order-requests/${order.body.id}`;
  expectStatus(await client.get(path), 200);
  expectStatus(await send("refuseOrderRequest", { client, path: `${path}/refusal` }), 200);
  return form.body.id;
}

interface World {
  server: TestServer;
  account: TestAccount;
  client: Client;
  carrierId: string;
  carrier: Client;
  send: Send;
  marks: Marks;
}

/** By a simulated carrier, which refuses to cancel; then delivered, rated and brought back. @returns both ids */
async function scripted({ client, server, send }: World): Promise<string[]> {
  const simulation: Given = [...simulations.scripted, ...unattended, ...stopsFrom(24)];
  /** The delivery comes before what would end the trip otherwise. */
  const deliveredFirst = (body: Body): Body => {
    const ends = ["delivered", "withdrawn", "undeliverable", "returned"];
    const steps = body.simulation.script.steps.toSorted(
      (one: Body, other: Body) => ends.indexOf(one.type) - ends.indexOf(other.type),
    );
    return { ...body, simulation: { ...body.simulation, script: { ...body.simulation.script, steps } } };
  };
  const created = await send("createShipment", {
    client,
    path: `${platform}/shipments`,
    given: [
      ...byStrategy,
      ...askedOf("swift_bike", "express"),
      ...simulation,
      [/\/max_price$/, leftOut],
      [/\/price$/, { amount: 500, currency: "EUR" }],
    ],
    change: deliveredFirst,
  });
  expectStatus(created, 201);
  expect(created.body.accept_problem).toBeNull();
  const { id } = created.body;
  const path = `${platform}/shipments/${id}`;
  expectStatus(await send("cancelShipment", { client, path: `${path}/cancellation` }), 409);
  expectStatus(await send("patchShipment", { client, path, given: contactsOnly }), 200);
  const page = {
    client: server.client(),
    path: `/api/v1/track/${created.body.tracking_url.split("/").at(-1)}`,
  };
  expectStatus(await send("putPublicInstructions", { ...page, path: `${page.path}/instructions` }), 200);
  expectStatus(await advance(client, id, "delivered"), 200);
  expectStatus(await send("putPublicRating", { ...page, path: `${page.path}/rating` }), 200);
  const back = await send("createReturn", {
    client,
    path: `${path}/return`,
    given: [[/^\/accept$/, leftOut], ...simulation],
    change: deliveredFirst,
  });
  expectStatus(back, 201);
  expectStatus(await cancel({ client, send }, back.body.id), 200);
  return [id, back.body.id];
}

const cancel = ({ client, send }: Pick<World, "client" | "send">, id: string) =>
  send("cancelShipment", { client, path: `${platform}/shipments/${id}/cancellation` });

/** Created, changed before anybody has it, and booked with the fleet. */
async function booked(world: World): Promise<{ id: string; assignmentId: string }> {
  const { server, account, client, carrierId, send, marks } = world;
  const given: Given = [[/^\/(simulation|accept)$/, leftOut], ...unattended];
  const created = await send("createShipment", {
    client,
    path: `${platform}/shipments`,
    given: [...given, ...askedOf(carrierId, "plain"), ...stopsFrom(24)],
  });
  expectStatus(created, 201);
  const { id } = created.body;
  const path = `${platform}/shipments/${id}`;
  const moved: Given = [...unattended, ...stopsFrom(25)];
  expectStatus(await send("patchShipment", { client, path, given: moved }), 200);
  const quote = await eventually("the fleet's offer", async () => {
    const { body } = await client.get(`${path}/quotes`);
    return body.data.find((one: Body) => one.carrier.id === carrierId && one.status === "open");
  });
  const accepted = await client.post(`${path}/assignments`, { quote_id: quote.id });
  expectStatus(accepted, 201);
  const assignmentId = accepted.body.id;
  const { accountId } = account;
  const [label, hook] = ["zqlablk", "zqhookk"];
  await addCarrierLabel(server, "sandbox", { accountId, assignmentId, text: label });
  await addHook(server, "sandbox", carrierId, { accountId, shipmentId: id, text: hook });
  marks.set(label, "the carrier's label").set(hook, "the carrier's webhook");
  return { id, assignmentId };
}

/** Values of reports; the picture is of the sender. */
async function reportGiven(sender: Client, api: string, assignmentId: string): Promise<Given> {
  const upload = async (picture: Uint8Array<ArrayBuffer>) => {
    const headers = { "content-type": "application/octet-stream" };
    const answer = await sender.send(`${api}/images`, { method: "POST", body: picture, headers });
    expectStatus(answer, 201);
    return answer.body.id as string;
  };
  return [
    [/\/assignment_id$/, assignmentId],
    [/\/(sent_)?at$/, new Date().toISOString()],
    [/\/(signature_image_id|image_id)$/, await upload(pictures.png)],
    [/\/image_ids\/0$/, await upload(pictures.jpeg)],
    [/\/proof\/pin$/, null],
    [/\/amount\/currency$/, "EUR"],
    [/\/amount\/amount$/, 1],
    // After the pickup nobody waits for an end of the booking.
    [/\/substatus$/, "at_pickup"],
    // The goods come back.
    [/\/reason_code$/, "recipient_refused"],
    [/\/latitude$/, 52.51],
    [/\/longitude$/, 13.41],
  ];
}

/** Only a pickup has photos among the steps, and these lives stay before it. */
function asReported({ image_ids, ...report }: Body): Body {
  // Of the name of a charge Waybill keeps a hash only.
  if (report.type === "charge") return { ...report, id: "charge-1" };
  return report.type === "progress" ? report : { ...report, ...(image_ids && { image_ids }) };
}

/** The carrier itself reports everything, but for these types. */
async function carried(world: World, without: readonly string[]): Promise<string> {
  const { server, carrier, client, send } = world;
  const { id, assignmentId } = await booked(world);
  const later: Given = [
    [/\/shipment_ids$/, [id]],
    [/\/(window|previous_windows|dry_run)$/, leftOut],
  ];
  const moving = { client, path: `${platform}/shipments/windows/batch`, given: later };
  const { body: moved } = await send("moveDeliveryWindows", moving);
  if (moved.moved !== 1) throw new Error(JSON.stringify(moved));
  // A fleet accepts at once, and lets its clients cancel. As if it were another carrier:
  const asked = { requestedAt: Date.now(), ends: "shipment", reason: "other", message: null, refused: null };
  await server.deps.stores.platform("sandbox").write((tx) => {
    tx.run(sql`UPDATE shipments SET substatus = 'awaiting_carrier' WHERE id = ${id}`);
    tx.run(sql`UPDATE assignments SET status = 'pending', cancellation_request = ${JSON.stringify(asked)}
      WHERE id = ${assignmentId}`);
  });
  const path = `${carriersApi}/assignments/${assignmentId}/acceptance`;
  // Who drives is said once: by the acceptance, or by the progress.
  if (without.includes("progress"))
    expectStatus(await send("acceptCarrierAssignment", { client: carrier, path }), 200);
  const reported = await send("sendCarrierReports", {
    client: carrier,
    path: `${carriersApi}/reports`,
    given: await reportGiven(carrier, carriersApi, assignmentId),
    change: (reports: Body[]) => reports.filter(({ type }) => !without.includes(type)).map(asReported),
  });
  expectApplied(reported);
  return id;
}

/** Delivered, though somebody else was told so, and charged for the waiting. */
async function corrected({ client, send }: World, id: string): Promise<void> {
  const path = `${platform}/shipments/${id}`;
  const { body: shipment } = await client.get(path);
  expectStatus(await client.post(`${path}/correction`, { status: "failed", reason: "Wrong." }), 200);
  const given: Given = [
    [/\/status$/, "delivered"],
    [/\/at$/, shipment.delivered_at],
    [/\/(signature_image_id|image_ids)$/, leftOut],
  ];
  expectStatus(await send("correctShipment", { client, path: `${path}/correction`, given }), 200);
  const { amount, currency } = shipment.price;
  const price: Given = [[/\/amount$/, { amount, currency }]];
  const added = await send("addCharge", {
    client,
    path: `${path}/charges`,
    given: price,
    headers: { "idempotency-key": "once" },
  });
  expectStatus(added, 201);
}

/** Rejected by the carrier. */
async function rejected(world: World): Promise<string> {
  const { carrier, client, send } = world;
  const { id, assignmentId } = await booked(world);
  const path = `${carriersApi}/assignments/${assignmentId}/rejection`;
  expectStatus(await send("rejectCarrierAssignment", { client: carrier, path }), 200);
  expectStatus(await cancel({ client, send }, id), 200);
  return id;
}

/** Given back by the carrier, for which somebody reports by hand, and cancelled with others. */
async function withdrawn(world: World): Promise<string> {
  const { carrier, carrierId, client, send } = world;
  const { id, assignmentId } = await booked(world);
  const reported = await send("reportForCarrier", {
    client,
    path: `${platform}/carriers/${carrierId}/reports`,
    given: await reportGiven(carrier, carriersApi, assignmentId),
    change: (reports: Body[]) => reports.filter(({ type }) => type === "withdrawn"),
  });
  expectApplied(reported);
  const cancelled = await send("cancelShipments", {
    client,
    path: `${platform}/cancellations/batch`,
    given: [[/\/shipment_id$/, id]],
  });
  expectStatus(cancelled, 200);
  return id;
}

/** Created with others, and cancelled before anybody has it. */
async function batched({ client, send }: World): Promise<string> {
  const created = await send("createShipments", {
    client,
    path: `${platform}/shipments/batch`,
    given: [[/\/(simulation|accept|carriers|services)$/, leftOut], ...unattended, ...stopsFrom(24)],
    headers: { "idempotency-key": "many" },
  });
  expectStatus(created, 200);
  const { shipment, problem } = created.body.data[0];
  expect(problem).toBeNull();
  expectStatus(await cancel({ client, send }, shipment.id), 200);
  return shipment.id;
}

/** A driver of the fleet rejects the job, and then has it all the same. */
async function driven(world: World, driverId: string): Promise<string> {
  const { server, account, client, carrierId, send } = world;
  const { accountId } = account;
  const driver = { id: driverId, driverId, environment: "sandbox", carrierId, accountId, name: "" } as const;
  const phone = await driverClient(server, driver, accountId);
  expectStatus(await phone.put(`${driversApi}/me/duty`, { on_duty: true }), 200);
  const { id, assignmentId } = await booked(world);
  const assign = () => client.post(`${platform}/assignments/${assignmentId}/driver`, { driver_id: driverId });
  expectStatus(await assign(), 200);
  const rejection = { client: phone, path: `${driversApi}/assignments/${assignmentId}/rejection` };
  expectStatus(await send("rejectDriverJob", rejection), 200);
  expectStatus(await assign(), 200);
  const reported = await send("sendDriverReports", {
    client: phone,
    path: `${driversApi}/reports`,
    given: await reportGiven(phone, driversApi, assignmentId),
    change: (body: Body) => ({
      ...body,
      reports: body.reports
        .filter(({ type }: Body) => !["undeliverable", "returned"].includes(type))
        .map(asReported),
    }),
  });
  expectApplied(reported);
  await corrected(world, id);
  await recalled(world, id);
  return id;
}

/** The goods were not handed over after all, and somebody calls them back. */
async function recalled({ client, send }: World, id: string): Promise<void> {
  const path = `${platform}/shipments/${id}`;
  const correct = (status: string) => client.post(`${path}/correction`, { status, reason: "Wrong." });
  expectStatus(await correct("in_transit"), 200);
  expectStatus(await send("requestRecall", { client, path: `${path}/recall` }), 202);
  expectStatus(await client.post(`${path}/recall/seen`, {}), 200);
  expectStatus(await correct("returned"), 200);
}

/** A dispatcher enters everything for a driver without a phone, but for these types. */
async function entered(world: World, without: readonly string[]): Promise<string> {
  const { client, carrier, carrierId, send } = world;
  const robin = { carrier_id: carrierId, name: "Robin", vehicle: { type: "van" }, without_phone: true };
  const made = await client.post(`${platform}/drivers`, robin);
  expectStatus(made, 201);
  const { id, assignmentId } = await booked(world);
  const assign = { driver_id: made.body.id, over_capacity: true };
  expectStatus(await client.post(`${platform}/assignments/${assignmentId}/driver`, assign), 200);
  const reported = await send("enterDriverResults", {
    client,
    path: `${platform}/drivers/${made.body.id}/results`,
    given: await reportGiven(carrier, carriersApi, assignmentId),
    change: (results: Body[]) => results.filter(({ type }) => !without.includes(type)).map(asReported),
  });
  expectApplied(reported);
  return id;
}
