// An example carrier for Waybill. Run it with `node carrier.mjs`; it needs no packages.
import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const { PORT = "4000", LEDGER = "bookings.jsonl", STEP_SECONDS = "60" } = process.env;
const { WAYBILL_URL = "http://127.0.0.1:8080", WAYBILL_TOKEN = "", WAYBILL_SECRET = "" } = process.env;
const key = Buffer.from(WAYBILL_SECRET.replace("whsec_", ""), "base64");
if (key.length === 0) throw new Error("Set WAYBILL_SECRET to the carrier's signing secret, whsec_…");

// Every change of a booking is a line in a file before it is answered, so that a restart forgets nothing.
const bookings = new Map();
const lines = existsSync(LEDGER) ? readFileSync(LEDGER, "utf8").split("\n").filter(Boolean) : [];
for (const booking of lines.map((line) => JSON.parse(line))) bookings.set(booking.job.assignment_id, booking);

function save(booking) {
  appendFileSync(LEDGER, `${JSON.stringify(booking)}\n`);
  bookings.set(booking.job.assignment_id, booking);
  return booking;
}

// Standard Webhooks 1.0: the signature covers the id, the time and the bytes of the body.
function isSigned(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  const right = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest();
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

function quote({ pickup, delivery, parcels }) {
  const unavailable = (code, message) => [200, { unavailable: { code, message } }];
  const { signature, photo, pin, min_age } = delivery.requirements;
  if (signature || photo || pin || min_age !== null)
    return unavailable("requirement_unsupported", "We hand goods over without proof.");
  const from = pickup.address;
  const to = delivery.address;
  if (from.latitude === null || to.latitude === null)
    return unavailable("incomplete_address", "Send coordinates.");
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180);
  const kilometers = Math.hypot(east, to.latitude - from.latitude) * 111.2;
  if (kilometers > 50) return unavailable("out_of_zone", "We deliver within 50 km.");
  const grams = parcels.reduce((sum, { weight_grams, quantity }) => sum + weight_grams * quantity, 0);
  if (grams > 30_000) return unavailable("weight_exceeded", "We carry up to 30 kg.");
  const lines = [
    { code: "base", name: "Base", amount: 450 },
    { code: "distance", name: "Distance", amount: Math.round(kilometers * 90) },
  ];
  const inMinutes = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString();
  const offer = {
    service: { code: "express", name: "Express" },
    price: { amount: lines[0].amount + lines[1].amount, currency: "EUR" },
    price_breakdown: lines,
    estimated_pickup_at: inMinutes(20),
    estimated_delivery_at: inMinutes(30 + kilometers * 4),
    reference: "express-1",
  };
  return [200, { offers: [offer] }];
}

// The same assignment may come again when an answer was lost. It is booked once, and answered the same.
function book(job) {
  const known = bookings.get(job.assignment_id);
  if (known?.cancelled)
    return [409, { rejected: { reason_code: "cancelled_by_client", message: "It was cancelled." } }];
  const reference = `B-${job.assignment_id.slice(-6)}`;
  const booking = known ?? save({ job, reference, step: 0, cancelled: false });
  if (!known) drive(job.assignment_id);
  const driver = { name: "Kim", phone: null, vehicle: { type: "cargo_bike", plate: null } };
  return [201, { reference: booking.reference, confirmed: true, driver }];
}

function cancel(booking) {
  const refused = { reason_code: "other", message: "The goods are picked up." };
  if (booking.step >= steps.indexOf("picked_up")) return [409, { refused }];
  if (!booking.cancelled) save({ ...booking, cancelled: true });
  return [200, { status: "cancelled", fee: null }];
}

const steps = [
  "start",
  "en_route_to_pickup",
  "at_pickup",
  "picked_up",
  "en_route_to_delivery",
  "at_delivery",
];

// Drives a booking to its end and reports each step. A report keeps its id when it is sent again.
async function drive(id) {
  while (WAYBILL_TOKEN !== "") {
    await sleep(Number(STEP_SECONDS) * 1000);
    const booking = bookings.get(id);
    const step = booking.step + 1;
    if (booking.cancelled || step > steps.length) return;
    const proof = { recipient_name: booking.job.delivery.contact.name, handed_to: "recipient" };
    const told =
      step < steps.length ? { type: "progress", substatus: steps[step] } : { type: "delivered", proof };
    const at = new Date().toISOString();
    const isTold = await report({ id: `step-${step}`, assignment_id: id, at, ...told }).catch(() => false);
    if (isTold) save({ ...bookings.get(id), step });
  }
}

async function report(body) {
  const response = await fetch(`${WAYBILL_URL}/api/v1/carrier/reports`, {
    method: "POST",
    headers: { authorization: `Bearer ${WAYBILL_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify([body]),
  });
  return response.ok;
}

function answer(method, path, body) {
  if (method === "POST" && path === "/quotes") return quote(body);
  if (method === "POST" && path === "/bookings") return book(body);
  const [, id, isCancellation] = path.match(/^\/bookings\/(\w+)(\/cancellation)?$/) ?? [];
  const booking = bookings.get(id);
  if (!booking) return [404];
  if (method === "POST" && isCancellation) return cancel(booking);
  if (method !== "PATCH") return [404];
  save({ ...booking, job: { ...booking.job, pickup: body.pickup, delivery: body.delivery } });
  return [204];
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const [status, body] = isSigned(request.headers, text)
    ? answer(request.method, request.url, JSON.parse(text))
    : [401, { error: "The signature is wrong." }];
  response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`Listening on port ${server.address().port}`));
for (const { job, cancelled, step } of bookings.values())
  if (!cancelled && step < steps.length) drive(job.assignment_id);
