import { sql } from "drizzle-orm";
import { deviceStore } from "../../src/access/devices/store.ts";
import { issueToken } from "../../src/access/tokens/service.ts";
import { tokenStore } from "../../src/access/tokens/store.ts";
import { saveAbsence } from "../../src/delivery/fleet/drivers/absences.ts";
import { write } from "../../src/infra/deps.ts";
import { operatorIn } from "../../src/infra/http/principal.ts";
import { dayMs } from "../../src/infra/units.ts";
import { raiseAttention } from "./attention.ts";
import { carrierClient } from "./carrier-client.ts";
import { addCarrier, addFleet } from "./carrier-rows.ts";
import { addDriver, driverClient, driverToken, giveJob, type TestDriver } from "./drivers.ts";
import { advance, createAssigned, createQuoted, createShipment, platform, shipmentBody } from "./fixtures.ts";
import { type Answer, type Client, eventually, type TestAccount, type TestServer } from "./harness.ts";
import { addHook } from "./hooks.ts";
import { uploadLogo } from "./images.ts";
import { createForm, knownDevice, place } from "./order-forms.ts";
import { csvOf, orderCells, uploadAs } from "./order-lists.ts";
import { addPerson } from "./people.ts";

export type Place = Record<string, string>;

/** An account's objects: shipments in all states, endpoints, deliveries, keys and sessions, some of them deleted. */
export interface World {
  /** Path parameters of objects that exist or existed. */
  places(template: string): Place[];
  /** The server of the account's carrier. */
  carrier: Client;
  /** The server of another one. */
  otherCarrier: Client;
  /** The device of a customer who orders by a form of the account. */
  orderer(): Client;
  /** A program with a token of one of the account's drivers. */
  driver: Client;
  /** A program with a token of a driver of the installation. */
  otherDriver: Client;
  /** A token of the account's driver that may only send positions. */
  positionToken: string;
  /** Ids of both. */
  drivers: string[];
  /** The fleets of the account and of the installation, which drivers can be added to. */
  fleets: string[];
  /** Creates anew what calls of this operation use up, and enables the endpoint. */
  renew(template: string): Promise<void>;
}

type Places = [path: RegExp, found: Place[]][];

const keys = "/api/v1/keys";
const contactsPath = `${platform}/contacts`;
const schedulesPath = `${platform}/schedules`;

/** `spare` is an account that nothing else needs. */
export async function createWorld(
  server: TestServer,
  account: TestAccount,
  hook: string,
  spare: TestAccount,
): Promise<World> {
  const { sandbox, session } = account;
  const fleet = await addFleet(server, "sandbox", account.accountId);
  const employer = await addCarrier(server, "sandbox", account.accountId, { status: "paused" });
  const webhooks = await createWebhooks(sandbox, hook);
  const createAll = async () => [
    await createJob(server, sandbox, employer),
    ...(await createShipments(sandbox)),
  ];
  let shipments = await createAll();
  let carriers = await createCarriers(server, account);
  const deliveries = await listDeliveries(sandbox, webhooks);
  const { body: events } = await sandbox.get(`${platform}/events`);
  const requests = await eventually("a log of requests", async () => {
    const { body } = await sandbox.get(`${platform}/requests`);
    return body.data.length > 0 ? body.data : undefined;
  });
  const others: Places = [
    [/\/deliveries\/\{/, deliveries],
    [/\/webhooks\/\{/, webhooks.map((id) => ({ id }))],
    [/\/events\/\{/, idsOf(events.data)],
    [/\/requests\/\{/, idsOf(requests)],
    [/\/keys\/\{/, await createKeys(session)],
    [/\/sessions\/\{/, await createSessions(account)],
    [/\/accounts\/.*\{userId\}/, [await memberOf(spare)]],
    [/\/members\/\{/, [{ id: (await addPerson(server, account.accountId, "developer")).user.id }]],
    [/\/invitations\/\{/, await createInvitations(session)],
    [/\/account\/images\/\{/, [{ id: await uploadLogo(account) }]],
    [/\/accounts\/\{/, [{ id: spare.accountId }]],
    [/\/tiers\/\{/, [{ name: "growth" }]],
    [/\/operator\/statements\/\{/, [{ month: "2026-01" }]],
    [/\/stages\/\{/, await createStages(server, sandbox)],
    [/\/attention\/\{/, await createAttention(server, account)],
  ];
  const createContacts = async (): Promise<Places> => {
    const made = [
      await sandbox.post(contactsPath, { name: "Alex" }),
      await sandbox.post(contactsPath, { name: "Robin" }),
    ];
    return [[/\/contacts\/\{/, idsOf(made.map(({ body }) => body))]];
  };
  const createSchedules = async (): Promise<Places> => {
    const plan = { name: "Bread", shipment: shipmentBody(), days: ["mon"], paused: true };
    const pickup_window = { from: "09:00", to: "11:00" };
    const made = [
      await sandbox.post(schedulesPath, { ...plan, pickup_window }),
      await sandbox.post(schedulesPath, { ...plan, pickup_window }),
    ];
    return [[/\/schedules\/\{/, idsOf(made.map(({ body }) => body))]];
  };
  let contacts = await createContacts();
  let schedules = await createSchedules();
  const createOrders = async () => {
    const form = await createForm(sandbox);
    const orderer = await knownDevice(server, form.token);
    const orders = idsOf(
      [await place(orderer), await place(orderer), await place(orderer)].map(({ body }) => body),
    );
    const found: Places = [
      [/\/order-forms\/\{/, [{ id: form.id }]],
      [/\/(order-requests|order-form\/orders)\/\{/, orders],
    ];
    return { orderer, found };
  };
  let orders = await createOrders();
  let lists = 0;
  const createImports = async (): Promise<Places> => {
    const numbers = [++lists, ++lists];
    const made = [];
    for (const number of numbers) made.push(await uploadAs(sandbox, csvOf([orderCells(number)])));
    return [
      [/\/imports\/\{\w+\}\/rows\/\{/, made.map(({ id }) => ({ id, row: "2" }))],
      [/\/imports\/\{/, idsOf(made)],
    ];
  };
  let imports = await createImports();
  const installed = await addFleet(server, "sandbox", null);
  const createDrivers = async () => [
    ...(await createDriversOf(server, account, null, installed)),
    ...(await createDriversOf(server, account, account.accountId, fleet)),
  ];
  let drivers = await createDrivers();
  const fleets: Places = [
    [/\/operator\/.*\/(rate-card|quote-explanation|reports|images|load)/, [{ id: installed }]],
    [/\/(rate-card|quote-explanation|\{id\}\/(reports|images|load))/, [{ id: fleet }]],
  ];
  const ownDriver = await addDriver(server, "sandbox", account.accountId, { carrierId: fleet });
  const otherDriver = await addDriver(server, "sandbox", null, { carrierId: installed });
  const createJobs = async (): Promise<Places> => [
    [/\/operator\/shipments\/\{/, [await createInstalled(server, sandbox, installed)]],
    [/\/operator\/assignments\/\{/, [await createDriverJob(server, sandbox, otherDriver)]],
    [/\/(platform|driver)\/assignments\/\{/, [await createDriverJob(server, sandbox, ownDriver)]],
  ];
  let jobs = await createJobs();
  return {
    carrier: await carrierClient(server, account, employer, account.accountId),
    otherCarrier: await carrierClient(server, account, await addCarrier(server, "sandbox", null)),
    orderer: () => orders.orderer,
    driver: await tokenClient(server, ownDriver, account),
    otherDriver: await tokenClient(server, otherDriver, account),
    positionToken: await driverToken(server, ownDriver, account.accountId, "positions"),
    drivers: [ownDriver.id, otherDriver.id],
    fleets: [fleet, installed],
    places: (template) =>
      [
        ...fleets,
        ...jobs,
        ...drivers,
        ...carriers,
        ...shipments,
        ...contacts,
        ...schedules,
        ...orders.found,
        ...imports,
        ...others,
      ].find(([path]) => path.test(template))?.[1] ?? [],
    renew: async (template) => {
      const isUsed = (places: Places) => places.some(([path]) => path.test(template));
      if (isUsed(shipments)) shipments = await createAll();
      if (isUsed(carriers)) {
        await removeCarriers(server, carriers);
        carriers = await createCarriers(server, account);
      }
      if (isUsed(drivers)) drivers = await createDrivers();
      if (isUsed(contacts)) contacts = await createContacts();
      if (isUsed(schedules)) schedules = await createSchedules();
      // A form that gets as many calls as this pauses.
      if (template.includes("/order-")) orders = await createOrders();
      if (isUsed(imports)) imports = await createImports();
      if (isUsed(jobs)) jobs = await createJobs();
      await sandbox.patch(`${platform}/webhooks/${webhooks[0]}`, { enabled: true });
    },
  };
}

async function createJob(server: TestServer, client: Client, carrier: string): Promise<Places[number]> {
  const { assignmentId } = await createAssignmentOf(server, client, carrier);
  return [/\/carrier\/assignments\/\{/, [{ id: assignmentId }]];
}

/** Only instances for tests have any. */
async function createStages(server: TestServer, client: Client): Promise<Place[]> {
  if (!server.deps.config.ephemeral) return [];
  const stage = async () => ({
    accountId: (await client.post(`${platform}/sandbox/stages`)).body.account_id,
  });
  return [await stage(), await stage()];
}

/** A delivered shipment that a fleet of the installation has. */
async function createInstalled(server: TestServer, client: Client, carrier: string): Promise<Place> {
  const { shipment } = await createAssigned(client);
  const { id } = shipment;
  await advance(client, id, "delivered");
  const take = sql`UPDATE shipments SET carrier_id = ${carrier} WHERE id = ${id}`;
  await server.deps.stores.platform("sandbox").write((tx) => void tx.run(take));
  return { id };
}

/** An assignment that a driver has. */
async function createDriverJob(server: TestServer, client: Client, driver: TestDriver): Promise<Place> {
  const job = await createAssignmentOf(server, client, driver.carrierId);
  await giveJob(server, driver, job);
  return { id: job.assignmentId };
}

async function tokenClient(
  server: TestServer,
  driver: TestDriver,
  { accountId }: TestAccount,
): Promise<Client> {
  return server.client({ authorization: `Bearer ${await driverToken(server, driver, accountId)}` });
}

/** An assignment of this carrier. No kind here can be asked, so one of a simulated carrier becomes its own. */
async function createAssignmentOf(
  server: TestServer,
  client: Client,
  carrier: string,
): Promise<{ id: string; assignmentId: string }> {
  const { shipment, assignment } = await createAssigned(client);
  const take = sql`UPDATE assignments SET carrier = json_set(carrier, '$.id', ${carrier}) WHERE id = ${assignment.id}`;
  await server.deps.stores.platform("sandbox").write((tx) => void tx.run(take));
  return { id: shipment.id, assignmentId: assignment.id };
}

async function createShipments(client: Client): Promise<Places> {
  const fresh = await createShipment(client, { simulation: { speed: "manual" } });
  const { shipment: quoted } = await createQuoted(client, { reference: "fuzz" });
  const { shipment: assigned, assignment } = await createAssigned(client);
  const { shipment: delivered, assignment: completed } = await createAssigned(client);
  await advance(client, delivered.id, "delivered");
  const cancelled = await createShipment(client);
  await client.post(`${platform}/shipments/${cancelled.id}/cancellation`, {});
  const { body: tracking } = await client.get(`${platform}/tracking/${delivered.id}`);
  const name = lastOf(tracking.proof_of_delivery.photos[0].url);
  const all = [fresh, quoted, assigned, delivered, cancelled];
  return [
    [
      /\/assignments\/\{/,
      [
        { id: assigned.id, assignmentId: assignment.id },
        { id: delivered.id, assignmentId: completed.id },
      ],
    ],
    [/\/track\//, [{ token: lastOf(tracking.tracking_url), name }]],
    [/\/proof\//, [{ shipmentId: delivered.id, name }]],
    [/\/shipments\/\{|\/tracking\/\{/, all.map(({ id }) => ({ id, shipmentId: id }))],
  ];
}

/** Carriers of the account and of the installation, each with tokens. */
async function createCarriers(server: TestServer, account: TestAccount): Promise<Places> {
  const carriersOf = async (accountId: string | null) => {
    const change = {
      status: "paused" as const,
      settings: { base_url: "https://carrier.example.com/waybill" },
      accounts: accountId === null ? [] : null,
    };
    const ids = [
      await addCarrier(server, "sandbox", accountId, change),
      await addCarrier(server, "sandbox", accountId, change),
    ];
    const tokens = await Promise.all(ids.map((id) => issueTokenOf(server, account, id)));
    const hooks = await Promise.all(
      ids.map(async (id) => ({ id, hookId: await addHook(server, "sandbox", id, { accountId }) })),
    );
    return { ids: ids.map((id) => ({ id })), tokens, hooks };
  };
  const own = await carriersOf(account.accountId);
  const installed = await carriersOf(null);
  return [
    [/\/operator\/carriers\/.*\{tokenId\}/, installed.tokens],
    [/\/operator\/carriers\/.*\{hookId\}/, installed.hooks],
    [/\/operator\/carriers\/\{id\}/, installed.ids],
    [/\/carriers\/.*\{tokenId\}/, own.tokens],
    [/\/carriers\/.*\{hookId\}/, own.hooks],
    [/\/carriers\/\{id\}/, own.ids],
  ];
}

/** Drivers of a fleet, each with a device and a token, the last one out; and one without a phone. */
async function createDriversOf(
  server: TestServer,
  account: TestAccount,
  accountId: string | null,
  carrierId: string,
): Promise<Places> {
  const { accounts } = server.deps.stores;
  const places: Place[] = [];
  for (let count = 0; count < 2; count += 1) {
    const driver = await addDriver(server, "sandbox", accountId, { carrierId });
    await driverClient(server, driver, account.accountId);
    await driverToken(server, driver, account.accountId);
    const [device] = deviceStore(accounts.db).list(driver.id, 0, undefined, 1);
    const [token] = tokenStore(accounts.db).list(driver, undefined, 1);
    places.push({ id: driver.id, deviceId: device?.id ?? "", tokenId: token?.id ?? "" });
  }
  const driverId = places.at(-1)?.id ?? "";
  await write(server.deps, "sandbox", (writing) => {
    const { now } = writing;
    saveAbsence(writing, { driverId, until: now + dayMs, jobs: "keep", createdAt: now, releaseAt: null });
  });
  const unphoned = await addDriver(server, "sandbox", accountId, { carrierId, withoutPhone: true });
  const entering: Place[] = [{ id: unphoned.id }];
  return accountId === null
    ? [
        [/\/operator\/drivers\/\{id\}\/results/, entering],
        [/\/operator\/drivers\/\{id\}/, places],
      ]
    : [
        [/\/drivers\/\{id\}\/results/, entering],
        [/\/drivers\/\{id\}/, places],
      ];
}

/** Their number is limited. */
async function removeCarriers({ deps }: TestServer, carriers: Places): Promise<void> {
  await write(deps, "sandbox", ({ tx }) => {
    for (const { id } of carriers.flatMap(([, found]) => found)) {
      tx.run(sql`DELETE FROM carriers WHERE id = ${id}`);
    }
  });
}

async function issueTokenOf({ deps }: TestServer, { accountId }: TestAccount, carrierId: string) {
  const owner = () => ({ environment: "sandbox" as const, carrierId, accountId, driverId: null });
  const { id, secret } = await issueToken(deps, operatorIn(accountId), owner, {
    name: "server",
    kind: "carrier",
  });
  return { id: carrierId, tokenId: id, secret };
}

function lastOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

async function createWebhooks(client: Client, url: string): Promise<string[]> {
  const ids: string[] = [];
  for (const description of ["used", "disabled", "gone"]) {
    const { body } = await client.post(`${platform}/webhooks`, { url, events: ["*"], description });
    ids.push(body.id);
  }
  await client.patch(`${platform}/webhooks/${ids[1]}`, { enabled: false });
  await client.delete(`${platform}/webhooks/${ids[2]}`);
  return ids;
}

async function listDeliveries(client: Client, webhooks: string[]): Promise<Place[]> {
  const [id = ""] = webhooks;
  const { body } = await client.get(`${platform}/webhooks/${id}/deliveries`);
  return body.data.map((delivery: { id: string }) => ({ id, deliveryId: delivery.id }));
}

async function createAttention(server: TestServer, { sandbox }: TestAccount): Promise<Place[]> {
  const { shipment } = await createAssigned(sandbox);
  await raiseAttention(server, "sandbox", shipment.id);
  return eventually("an item of attention", async () => {
    const { body } = await sandbox.get(`${platform}/attention`);
    return body.data.length > 0 ? idsOf(body.data) : undefined;
  });
}

async function memberOf({ accountId, session }: TestAccount): Promise<Place> {
  return { id: accountId, userId: (await session.get("/api/v1/auth/session")).body.user.id };
}

async function createKeys(session: Client): Promise<Place[]> {
  const made = ["used", "spare", "revoked"].map((name) =>
    session.post(keys, { name, environment: "sandbox" }),
  );
  const places = idsOf((await Promise.all(made)).map(({ body }: Answer) => body));
  await session.delete(`${keys}/${places[2]?.id}`);
  return places;
}

async function createSessions({ session, email, password }: TestAccount): Promise<Place[]> {
  for (let number = 0; number < 2; number += 1) {
    await session.post("/api/v1/auth/sign-in", { email, password });
  }
  const { body } = await session.get("/api/v1/auth/sessions");
  return idsOf(body.data.filter(({ current }: { current: boolean }) => !current));
}

async function createInvitations(session: Client): Promise<Place[]> {
  const made = ["open", "withdrawn"].map((name) =>
    session.post("/api/v1/account/invitations", { email: `${name}@example.com`, role: "viewer" }),
  );
  const places = idsOf((await Promise.all(made)).map(({ body }: Answer) => body));
  await session.delete(`/api/v1/account/invitations/${places[1]?.id}`);
  return places;
}

function idsOf(list: { id: string }[]): Place[] {
  return list.map(({ id }) => ({ id }));
}
