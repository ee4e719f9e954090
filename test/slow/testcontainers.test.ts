import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { WaybillContainer } from "waybill-client/testcontainers";
import { version } from "../../package.json";
import { type ContainerDaemon, startContainerDaemon } from "./container-daemon.ts";

/** `waybill-client/testcontainers` with the real Testcontainers, whose daemon is played. */

let daemon: ContainerDaemon;
const names = ["DOCKER_HOST", "TESTCONTAINERS_RYUK_DISABLED"] as const;
const before = names.map((name) => [name, process.env[name]] as const);
beforeAll(() => {
  daemon = startContainerDaemon();
  Object.assign(process.env, { DOCKER_HOST: daemon.url, TESTCONTAINERS_RYUK_DISABLED: "true" });
});
afterAll(async () => {
  // One by one: of another object in its place, the process would not hear what later tests set.
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await daemon.stop();
});

test("a container of the image has a key, stages and inboxes", async () => {
  const container = await new WaybillContainer().withSeed("tests").withArgs("--default-tier", "free").start();
  const stage = await container.stage();
  const inbox = await stage.openInbox();
  await stage.client.createShipment({
    body: {
      pickup: {
        contact: { name: "Book shop" },
        address: { line1: "Torstr. 1", city: "Berlin", country: "DE" },
      },
      delivery: {
        contact: { name: "Alex" },
        address: { line1: "Am Kanal 7", city: "Potsdam", country: "DE" },
      },
      parcels: [{ weight_grams: 1200 }],
    },
  });
  const webhook = await inbox.next({ type: "shipment.created" });
  expect(inbox.verify(webhook).type).toBe("shipment.created");
  expect(container.env).toEqual({ WAYBILL_URL: container.url, WAYBILL_API_KEY: container.key });
  const live = await fetch(`${container.url}/api/v1/platform/account`, {
    headers: { "x-api-key": container.liveKey },
  });
  expect(await live.json()).toMatchObject({ environment: "live", tier: "free" });
  expect(daemon.asked.at(-1)).toMatchObject({
    Image: `waybill:${version}`,
    Cmd: ["serve", "--ephemeral", "--ready-json", "--seed", "tests", "--default-tier", "free"],
  });
  const { key } = container;
  await container.stop();
  expect(daemon.running()).toBe(0);
  await expect(fetch(container.url)).rejects.toThrow();
  const again = await new WaybillContainer().withSeed("tests").start();
  expect(again.key).toBe(key);
  await again.stop();
});

test("a container that does not start says so, and nothing is left of it", async () => {
  await expect(new WaybillContainer().withArgs("--prot", "1").start()).rejects.toThrow(/"event":"ready"/);
  await expect(new WaybillContainer("waybill:0.0.1").start()).rejects.toThrow("waybill:0.0.1");
  expect(daemon.running()).toBe(0);
});

test("the sample of the operators' guide opens a stage", async () => {
  const guide = await Bun.file(join(import.meta.dir, "../../docs/operating.md")).text();
  const [, sample = ""] =
    /import { WaybillContainer } from "waybill-client\/testcontainers";\n([\s\S]*?)```/.exec(guide) ?? [];
  const run = new Function(
    "WaybillContainer",
    `return (async () => { ${sample} return { waybill, stage }; })()`,
  );
  const { waybill, stage } = await run(WaybillContainer);
  expect(stage.url).toBe(waybill.url);
  expect((await stage.client.listShipments()).data).toEqual([]);
  await waybill.stop();
});
