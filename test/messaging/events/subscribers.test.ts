import { afterAll, beforeAll, expect, test } from "bun:test";
import { type EventSubscriber, write } from "../../../src/infra/deps.ts";
import type { AppendedEvent } from "../../../src/infra/event.ts";
import { appendEvent, requireEvent } from "../../../src/messaging/events/service.ts";
import { platform } from "../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

/** Appends an event where these are the subscribers. @returns its id */
const append = (...eventSubscribers: EventSubscriber[]) =>
  write({ ...server.deps, eventSubscribers }, "sandbox", (writing) =>
    appendEvent(writing, {
      type: "shipment.created",
      accountId: account.accountId,
      shipmentId: null,
      sequence: null,
      data: {},
      at: writing.now,
    }),
  );

const idsAt = async (path: string): Promise<string[]> =>
  (await account.sandbox.get(`${platform}${path}`)).body.data.map(({ id }: { id: string }) => id);

test("subscribers get the event one after the other, once it is in the log", async () => {
  const heard: [string, AppendedEvent][] = [];
  const hear =
    (name: string): EventSubscriber =>
    (writing, event) => {
      expect(requireEvent(writing, account.accountId, event.id)).toMatchObject({ type: "shipment.created" });
      heard.push([name, event]);
    };
  const id = await append(hear("first"), hear("second"));
  expect(heard.map(([name]) => name)).toEqual(["first", "second"]);
  const { accountId } = account;
  expect(heard[0]?.[1]).toMatchObject({ id, type: "shipment.created", accountId, shipmentId: null });
  expect(await idsAt("/events")).toEqual([id]);
});

test("what one throws undoes the event and what the others wrote", async () => {
  const { body: webhook } = await account.sandbox.post(`${platform}/webhooks`, {
    url: "https://shop.example.com/hook",
    events: ["*"],
  });
  const { eventSubscribers } = server.deps;
  const before = await idsAt("/events");
  const refuse: EventSubscriber = () => {
    throw new Error("not now");
  };
  await expect(append(...eventSubscribers, refuse)).rejects.toThrow("not now");
  expect(await idsAt("/events")).toEqual(before);
  expect(await idsAt(`/webhooks/${webhook.id}/deliveries`)).toEqual([]);
  await append(...eventSubscribers);
  expect(await idsAt(`/webhooks/${webhook.id}/deliveries`)).toHaveLength(1);
});
