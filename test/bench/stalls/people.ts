import { platform, shipmentBody } from "../../support/fixtures.ts";
import { pictures, withChunk } from "../../support/images.ts";
import type { Item } from "./catalog.ts";
import {
  addFleet,
  addJobs,
  addRider,
  assign,
  type Job,
  type Json,
  type Rider,
  report,
  type World,
} from "./world.ts";

/** What riders, dispatchers and recipients do. */

const pictureBytes = 8 * 1024 * 1024 - 1024;
const picturesCount = 7;
let fleet = "";
let rider: Rider;
let jobs: Job[] = [];

const key = ({ account }: World) => account.keys.live;

async function setUp(world: World): Promise<void> {
  fleet = await addFleet(world, key(world));
  rider = await addRider(world, key(world), fleet);
  jobs = await addJobs(world, key(world), fleet, 300);
}

const picture = (seed: number) =>
  new Uint8Array(withChunk(pictures.png, "IDAT", Buffer.alloc(pictureBytes, seed)));

async function sendPicture(world: World, body: Uint8Array): Promise<Json> {
  const headers = { ...rider.phone, "content-type": "application/octet-stream" };
  return (await world.send("/api/v1/driver/images", { headers, body })).body;
}

async function deliverWithPictures(world: World): Promise<void> {
  const [job] = jobs.splice(-1);
  if (!job) throw new Error("no job is left");
  const image_ids: string[] = [];
  for (let seed = 1; seed <= picturesCount; seed += 1)
    image_ids.push((await sendPicture(world, picture(seed))).id);
  await assign(world, key(world), rider.id, [job]);
  const of = { assignment_id: job.assignmentId };
  await report(world, rider, [
    { ...of, type: "position", latitude: 52.5009, longitude: 13.4202 },
    { ...of, type: "progress", substatus: "picked_up" },
    {
      ...of,
      type: "delivered",
      proof: { recipient_name: "Alex Example", handed_to: "recipient", image_ids },
    },
  ]);
  delivered = job;
}
let delivered: Job | undefined;

async function readProof(world: World): Promise<void> {
  const path = `${platform}/shipments/${delivered?.id}/proof.json`;
  const headers = { "x-api-key": key(world), "accept-encoding": "gzip" };
  await Promise.all(Array.from({ length: 3 }, () => world.send(path, { headers })));
}

async function refusePictures(world: World): Promise<void> {
  const broken = picture(1);
  broken[broken.length - 20] = 255;
  await sendPicture(world, broken);
  await sendPicture(world, new Uint8Array(pictureBytes).fill(7));
}

async function printLabels(world: World): Promise<void> {
  const shipment_ids = jobs.slice(0, 100).map(({ id }) => id);
  const headers = { "x-api-key": key(world), accept: "application/pdf" };
  const { status, body } = await world.send(`${platform}/labels/batch`, { headers, body: { shipment_ids } });
  if (status >= 400) throw new Error(JSON.stringify(body));
}

async function movePromises(world: World): Promise<void> {
  const shipment_ids = jobs.slice(0, 100).map(({ id }) => id);
  await world.call(key(world), "POST", "/shipments/windows/batch", { shipment_ids, delay_minutes: 30 });
}

async function orderStops(world: World): Promise<void> {
  const { data: stops } = await world.call(key(world), "GET", `/drivers/${rider.id}/stops`);
  const ids: string[] = stops.map(({ id }: Json) => id);
  const pickupsFirst = [
    ...ids.filter((id) => id.endsWith("pickup")),
    ...ids.filter((id) => !id.endsWith("pickup")),
  ];
  await world.call(key(world), "PUT", `/drivers/${rider.id}/stops/order`, {
    stops: pickupsFirst.slice(0, 500),
  });
}

async function sendPositions(world: World): Promise<void> {
  const begun = Date.now() - 500_000;
  const positions = Array.from({ length: 500 }, (_, index) => ({
    type: "position",
    at: new Date(begun + index * 1_000).toISOString(),
    latitude: 52.5 + index / 50_000,
    longitude: 13.4,
    accuracy_meters: 8,
  }));
  await report(world, rider, positions);
}

async function readBoard(world: World): Promise<void> {
  const own = key(world);
  await world.call(own, "GET", `/shipments?limit=100&carrier_id=${fleet}`);
  await world.call(own, "GET", "/drivers?limit=100");
  await world.call(own, "GET", `/drivers/${rider.id}/stops`);
  await world.call(own, "GET", `/drivers/${rider.id}/jobs`);
  await world.call(own, "GET", "/attention?limit=100");
}

/** Twenty kilometers a day cannot be had here, so a rush hour of the sandbox draws the streams. */
async function rush(world: World): Promise<void> {
  const other = await world.another();
  const sandbox = other.keys.sandbox;
  await world.call(sandbox, "POST", "/sandbox/rush-hour", { shipments: 100, minutes: 10, speed: 60 });
  const leaving = new AbortController();
  const streams = Array.from({ length: 200 }, async (_, index) => {
    const path = index % 2 === 0 ? "/stream" : "/events/stream";
    const response = await fetch(world.server.url + platform + path, {
      headers: { "x-api-key": sandbox },
      signal: leaving.signal,
    });
    for await (const _piece of response.body ?? []);
  });
  await Bun.sleep(15_000);
  leaving.abort();
  await Promise.allSettled(streams);
  await world.call(sandbox, "DELETE", "/sandbox/rush-hour");
}

async function moveYears(world: World): Promise<void> {
  const { keys } = await world.another();
  for (let made = 0; made < 50; made += 1)
    await world.call(keys.sandbox, "POST", "/shipments", shipmentBody());
  await world.call(keys.sandbox, "PATCH", "/sandbox/clock", { freeze: true });
  await world.call(keys.sandbox, "PATCH", "/sandbox/clock", { advance_seconds: 3 * 365 * 86_400 });
}

async function redact(world: World): Promise<void> {
  await world.call(key(world), "POST", `/shipments/${delivered?.id}/redaction`);
}

async function readStatement(world: World): Promise<void> {
  const month = new Date().toISOString().slice(0, 7);
  await world.call(key(world), "GET", `/statements/${month}`);
}

export const peopleItems: Item[] = [
  { name: "300 jobs booked", run: setUp, isNeeded: true },
  { name: "a job with 58 MB of pictures", run: deliverWithPictures },
  { name: "its proof file, three at once", run: readProof },
  { name: "pictures of 8 MiB refused", run: refusePictures },
  {
    name: "100 jobs given to a rider",
    run: (world) => assign(world, key(world), rider.id, jobs.slice(0, 100)),
  },
  { name: "an order of 100 jobs", run: orderStops },
  { name: "500 positions", run: sendPositions },
  { name: "labels of 100 shipments", run: printLabels },
  { name: "a promise moved for 100 shipments", run: movePromises },
  { name: "the board with 300 jobs", run: readBoard },
  { name: "a statement", run: readStatement },
  { name: "redaction of the 58 MB", run: redact },
  { name: "a rush hour with 200 streams", run: rush },
  { name: "a clock advanced by three years", run: moveYears },
];
