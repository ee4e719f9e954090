import { shipmentBody } from "../../support/fixtures.ts";
import { listItems } from "./lists.ts";
import { peopleItems } from "./people.ts";
import { addFleet, type World } from "./world.ts";

/** One thing that might hold the thread. */
export interface Item {
  name: string;
  run(world: World): Promise<void>;
  /** Whether others need what it makes. */
  isNeeded?: true;
}

const gzip = { "accept-encoding": "gzip" };
const key = ({ account }: World) => account.keys.live;

/** 400 zones that share 250 prefixes of one country: 100 000 entries. */
async function storeCard(world: World): Promise<void> {
  const fleet = await addFleet(world, key(world), "large");
  const postal_prefixes = Array.from({ length: 250 }, (_, index) => String(100 + index));
  const zones = Array.from({ length: 400 }, (_, index) => ({
    code: `z${index}`,
    countries: ["DE"],
    postal_prefixes,
  }));
  const service = {
    code: "e",
    name: "E",
    pickup_zones: ["z0"],
    delivery_zones: ["z0"],
    price: { base: 450 },
  };
  const services = [{ ...service, cancellation: [], speed_kmh: 16 }];
  const card = { currency: "EUR", time_zone: "Europe/Berlin", zones, services };
  await world.call(key(world), "PUT", `/carriers/${fleet}/rate-card`, card);
}

async function quote(world: World): Promise<void> {
  await world.call(key(world), "POST", "/estimates", shipmentBody());
}

/** Its shape, so that a row of the table says what a create costs here. */
async function create(world: World): Promise<void> {
  for (let made = 0; made < 200; made += 1) {
    await world.call(key(world), "POST", "/shipments", shipmentBody());
  }
}

const readDocument =
  (query: string, headers: Record<string, string>, method = "GET") =>
  async (world: World) => {
    for (let times = 0; times < 3; times += 1) {
      await world.send(`/api/v1/openapi.json${query}`, { method, headers });
    }
  };

/** The account of all this, with all that it has. */
async function deleteAccount(world: World): Promise<void> {
  const other = await world.another();
  for (let made = 0; made < 200; made += 1) {
    await world.call(other.keys.live, "POST", "/shipments", shipmentBody());
  }
  const shipments = await world.call(other.keys.live, "GET", "/shipments?limit=100");
  const items = shipments.data.map(({ id }: { id: string }) => ({ shipment_id: id }));
  await world.call(other.keys.live, "POST", "/cancellations/batch", { items });
  const headers = { cookie: other.cookie, "sec-fetch-site": "same-origin" };
  await world.send("/api/v1/account/deletion", { method: "POST", headers });
  await Bun.sleep(5_000);
}

export const catalog: Item[] = [
  { name: "200 shipments made", run: create },
  { name: "rate card of 100 000 entries stored", run: storeCard },
  { name: "its first estimate", run: quote },
  { name: "openapi.json", run: readDocument("", {}) },
  { name: "openapi.json, gzip", run: readDocument("", gzip) },
  { name: "openapi.json, HEAD", run: readDocument("", gzip, "HEAD") },
  { name: "openapi.json?for=key", run: readDocument("?for=key", {}) },
  { name: "openapi.json?for=driver, gzip", run: readDocument("?for=driver", gzip) },
  ...listItems,
  ...peopleItems,
  { name: "an account deleted", run: deleteAccount },
];
