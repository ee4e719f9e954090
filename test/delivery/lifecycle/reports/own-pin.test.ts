import { afterAll, beforeAll, expect, test } from "bun:test";
import { verifyProofFile } from "../../../../src/delivery/orders/proof-file/verifying.ts";
import { kreuzberg, platform } from "../../../support/fixtures.ts";
import { type ReportWorld, startReportWorld, type Trip } from "../../../support/reports.ts";

/** A carrier that said that it makes and checks a PIN of its own: the recipient waits for that one, and the proof says so. */

let hasOwnPin = true;
let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld({ ownPin: () => hasOwnPin });
});
afterAll(() => world.server.stop());

const delivery = {
  address: kreuzberg,
  contact: { name: "Alex Example", phone: "+4930654321" },
  requirements: { pin: true },
};
const accept = (carrier: string) => world.accept({ delivery }, { carrier });
const delivered = (trip: Trip, proof: object, id = "d-1") =>
  world.send(
    [
      {
        id,
        assignment_id: trip.assignmentId,
        at: new Date(world.clock.now()).toISOString(),
        type: "delivered",
        proof,
      },
    ],
    trip.carrierId,
  );
const codeOf = async (answering: ReturnType<typeof delivered>) => {
  const [one] = await answering;
  return one?.problem?.code ?? one?.result;
};
const senderPin = async ({ id }: Trip) =>
  (await world.account.sandbox.get(`${platform}/shipments/${id}/pin`)).body.pin;
const tokenOf = async (trip: Trip) => (await world.shipmentOf(trip)).tracking_url.split("/").at(-1);
const link = async (trip: Trip) => {
  const token = await tokenOf(trip);
  const anybody = world.server.client();
  const page = async (language = "en") =>
    (await fetch(`${world.server.url}/t/${token}`, { headers: { "accept-language": language } })).text();
  return {
    view: async () => (await anybody.get(`/api/v1/track/${token}`)).body,
    show: () => anybody.post(`/api/v1/track/${token}/pin`, { last_digits: "4321" }),
    page,
  };
};

test("nobody gets Waybill's PIN, and the recipient reads whose they get", async () => {
  const trip = await accept(world.carriers.b);
  const { view, show, page } = await link(trip);
  expect(await view()).toMatchObject({ pin: "carrier", carrier: "b" });
  const shown = await show();
  expect([shown.status, shown.body.code]).toEqual([409, "pin_not_shown"]);
  expect(await senderPin(trip)).toBeNull();
  expect(await page()).toContain("b sends you a PIN. The driver asks for it at the door.");
  expect(await page("de")).toContain("b schickt Ihnen eine PIN.");
  expect(await page()).not.toMatch(/action="[^"]*\/pin"/);
});

test("its word counts as the PIN, the proof says whose word it is, and the chain holds it", async () => {
  const trip = await accept(world.carriers.b);
  for (const proof of [{}, { pin: "4711" }, { pin_verified: false }]) {
    const [result] = await delivered(trip, proof);
    expect(result?.problem).toMatchObject({
      code: "proof_required",
      detail: "Send pin_verified: true, when you have checked your own PIN.",
    });
  }
  expect((await world.shipmentOf(trip)).status).toBe("assigned");
  expect(await codeOf(delivered(trip, { pin_verified: true }))).toBe("applied");
  const { proof_of_delivery: proof } = await world.trackingOf(trip);
  expect([proof.types, proof.missing]).toEqual([["pin"], []]);
  expect(proof.pin).toEqual({ verified: true, attempts: 0, checked_by: "carrier" });
  const { body: file } = await world.account.sandbox.get(`${platform}/shipments/${trip.id}/proof.json`);
  expect(verifyProofFile(file, file.head)).toEqual({ problems: [], redacted: [], uncovered: [] });
  const text = JSON.stringify(file);
  expect(text).toContain("checked_by");
  const changed = JSON.parse(text.replaceAll("checked_by", "checked_bx"));
  expect(verifyProofFile(changed, file.head).problems).not.toEqual([]);
  const { view } = await link(trip);
  expect((await view()).pin).toBe("none");
});

test("of a carrier that did not say so its word is nothing, and Waybill's PIN holds as ever", async () => {
  const trip = await accept(world.carriers.a);
  const pin = await senderPin(trip);
  const { view, show } = await link(trip);
  expect((await view()).pin).toBe("confirm");
  expect((await show()).body).toEqual({ pin });
  const [result] = await delivered(trip, { pin_verified: true });
  expect(result?.problem).toMatchObject({ code: "proof_required", detail: "Send the recipient's PIN." });
  expect(await codeOf(delivered(trip, { pin: "no", pin_verified: true }))).toBe("pin_wrong");
  expect(await codeOf(delivered(trip, { pin }, "d-2"))).toBe("applied");
  const { proof_of_delivery: proof } = await world.trackingOf(trip);
  expect(proof.pin).toEqual({ verified: true, attempts: 2 });
});

test("what was said at the acceptance holds, and the next carrier starts with Waybill's PIN", async () => {
  const before = await accept(world.carriers.b);
  hasOwnPin = false;
  const after = await accept(world.carriers.b);
  hasOwnPin = true;
  expect(await codeOf(delivered(before, { pin_verified: true }))).toBe("applied");
  expect(await codeOf(delivered(after, { pin_verified: true }))).toBe("proof_required");

  const moved = await accept(world.carriers.b);
  const path = `${platform}/shipments/${moved.id}`;
  const released = await world.account.sandbox.delete(`${path}/assignments/${moved.assignmentId}`);
  expect(released.status).toBe(200);
  const { data } = (await world.account.sandbox.get(`${path}/quotes`)).body;
  const { id: quote_id } = data.find(
    ({ carrier, status }: { carrier: { id: string }; status: string }) =>
      carrier.id === world.carriers.a && status === "open",
  );
  expect((await world.account.sandbox.post(`${path}/assignments`, { quote_id })).status).toBe(201);
  const { show } = await link(moved);
  const pin = await senderPin(moved);
  expect(pin).toMatch(/^\d{4}$/);
  expect((await show()).body).toEqual({ pin });
});
