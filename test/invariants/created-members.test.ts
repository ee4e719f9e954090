import { afterAll, beforeAll, expect, test } from "bun:test";
import { addFleet } from "../support/carrier-rows.ts";
import { addDriver } from "../support/drivers.ts";
import { createFiller, type Filler, type Given, leavesOf, leftOut, valueAt } from "../support/filling.ts";
import { advance, createAssigned, createQuoted, platform } from "../support/fixtures.ts";
import { addOpenFleet } from "../support/fleets.ts";
import {
  type Answer,
  type Client,
  readDocument,
  startServer,
  type TestAccount,
  type TestServer,
} from "../support/harness.ts";
import { type Documented, type OpenApi, operationsOf } from "../support/openapi.ts";
import { createOperator } from "../support/operator.ts";
import { byStrategy, pausedPlan, simulations, stopsFrom } from "../support/whole-shipments.ts";

/**
 * What a caller stores comes back: every member of every body that creates something is in the response to the GET of it.
 * Operations and members come from the served document, so that a new one is tried without anybody thinking of it.
 */

interface Creation {
  client: Client;
  /** With what its parameters stand for, and its query. */
  path: string;
  /** `Location` has no GET: the list has it. */
  isListed?: true;
  /** One request for each: some members exclude others. */
  shapes?: Given[];
  /** What no GET shows, each with its reason. */
  unsaid?: readonly (readonly [place: RegExp, why: string])[];
}

let server: TestServer;
let account: TestAccount;
let document: OpenApi;
let fill: Filler;
let creations: Record<string, () => Promise<Creation>>;

/** Operations whose GET is of something else, each with its reason. */
const apart: Record<string, string> = {
  rotateKey: "its only member says how long the key before it stays valid",
  requestQuotes:
    "it creates quotes: what it changes of the shipment is tried in test/delivery/lifecycle/quotes/picks.test.ts",
  copyShipments:
    "it creates what other shipments say, and the GET lists those: test/delivery/orders/copies/copies.test.ts",
  redactContact: "it creates nothing: the GET counts what it would erase",
  approveOrderRequest:
    "the shipment is what its customer ordered: test/delivery/orders/order-forms/ordering.test.ts reads it",
  placeOrder:
    "its customer sees it in other words: test/delivery/orders/order-forms/ordering.test.ts reads it as its account does",
  showPublicProof: "it creates nothing: the digits show a proof, whose pictures have a GET",
  sendPosition: "the GET of the same path sends a position too, for apps that know no other way",
};

const hidden = [
  [/\/address\/(area|geocode_precision)\b/, "Waybill's own word, which is ignored"],
  [/^\/(parcels\/0\/id|(pickup|delivery)\/waited_minutes)$/, "Waybill's own word, which is ignored"],
  [/^\/simulation\/(script|route)\b/, "responses repeat no script and no route"],
  [/^\/accept\b/, "says what follows at once; the assignment tells what came of it"],
] as const;

const fleetSettings: Given = [
  [/\/kind$/, "fleet"],
  [/\/settings$/, { dispatch: "nearest", radius_meters: 4_321, answer_seconds: 54 }],
];

const zoned: Given = [
  [/\/time_zone$/, "Europe/Berlin"],
  [/\/currency$/, "EUR"],
  [/\/zones\/0\/code$/, "everywhere"],
  [/\/((pickup|delivery)_zones\/0|when\/zone)$/, "everywhere"],
  [/\/zone_prices\/0\/(from|to)$/, "everywhere"],
  [/\/version$/, leftOut],
  [/\/warnings$/, leftOut],
  [/\/price\/maximum$/, 900_000],
];

const unsaidOfCard: [RegExp, string][] = [
  [/^\/version$/, "says which version is replaced"],
  [/^\/warnings$/, "Waybill's own word on the card, which is ignored"],
];

const fault: Given = [
  [/\/operation$/, "getShipment"],
  [/\/method$/, "GET"],
  [/\/path$/, `${platform}/shipments/*`],
];
const without = (names: string): Given => [[new RegExp(`/(${names})$`), leftOut]];

beforeAll(async () => {
  server = await startServer({ config: { ephemeral: true } });
  account = await server.account();
  document = await readDocument(server.url);
  fill = createFiller(document);
  const { session: operator } = await createOperator(server);
  const { sandbox, session, accountId } = account;
  const ofOperator = (path: string) => ({ client: operator, path: `/api/v1/operator/${path}` });
  const ofAccount = (path: string) => ({ client: sandbox, path: `${platform}/${path}` });
  const inSandbox = "?environment=sandbox";
  const [own, installed] = [
    await addFleet(server, "sandbox", accountId),
    await addFleet(server, "sandbox", null),
  ];
  const driverOf = async (of: string | null) => (await addDriver(server, "sandbox", of)).id;
  const key = (await session.post("/api/v1/keys", { name: "of faults", environment: "sandbox" })).body.id;
  const byKilometer = "price\\/(per_km|included_km|started_km)";
  const byMile = "per_mile|included_miles";
  const inPercent = "surcharges\\/0\\/percent|percent_of";
  const cards = {
    // A zone has one form, a distance one price and a surcharge one amount.
    shapes: [
      `radius|${inPercent}|${byMile}|distance_steps`,
      `cities|countries|postal_prefixes|surcharges\\/0\\/amount|${byKilometer}|distance_steps`,
      `radius|${inPercent}|${byKilometer}|${byMile}`,
    ].map((names) => [...zoned, ...without(names)]),
  };
  creations = {
    issueKey: async () => ({
      client: session,
      path: "/api/v1/keys",
      shapes: [[[/\/environment$/, "sandbox"]]],
    }),
    invite: async () => ({ client: session, path: "/api/v1/account/invitations" }),
    createOperatorTier: async () => ({ ...ofOperator("tiers"), isListed: true }),
    createShipment: async () => ({
      ...ofAccount("shipments"),
      shapes: Object.values(simulations).map((simulation) => [
        ...byStrategy,
        ...simulation,
        ...stopsFrom(24),
      ]),
      unsaid: hidden,
    }),
    createContact: async () => ({
      ...ofAccount("contacts"),
      shapes: [[[/\/geocode_source$/, "client"]]],
      unsaid: [[/\/address\/(area|geocode_(precision|source))\b/, "Waybill's own word, which is ignored"]],
    }),
    createOrderForm: async () => ({
      ...ofAccount("order-forms"),
      shapes: [
        [...stopsFrom(24), [/\/approval$/, "each"], [/\/countries\/0$/, "DE"], [/\/paused_until$/, soon()]],
      ],
      unsaid: [[/\/address\/(area|geocode_(precision|source))\b/, "Waybill's own word, which is ignored"]],
    }),
    createSchedule: async () => ({
      ...ofAccount("schedules"),
      shapes: [
        [
          [/^\/shipment\/accept\/(price|service|carrier_id|driver_id)$/, leftOut],
          ...simulations.named,
          ...pausedPlan,
        ],
      ],
      unsaid: [
        [/^\/shipment\/(pickup|delivery)\/window$/, "the schedule has them"],
        [/^\/shipment\/accept\/(price|service|carrier_id|driver_id)$/, "stand instead of a strategy"],
        [/^\/shipment\/simulation\/script$/, "stands instead of an outcome"],
        [/^\/shipment\/simulation\/gps_faults\/0\/seconds$/, "tried where a shipment is created"],
      ],
    }),
    createReturn: async () => {
      const { shipment } = await createAssigned(sandbox);
      await advance(sandbox, shipment.id, "delivered");
      return {
        ...ofAccount(`shipments/${shipment.id}/return`),
        shapes: [[...byStrategy, ...simulations.named, ...stopsFrom(24)]],
        unsaid: [...hidden, [/^\/simulation\/gps_faults\/0\/seconds$/, "tried where a shipment is created"]],
      };
    },
    acceptQuote: async () => {
      const { shipment, quotes } = await createQuoted(sandbox, { simulation: { speed: "manual" } });
      return {
        ...ofAccount(`shipments/${shipment.id}/assignments`),
        shapes: [
          [
            [/\/quote_id$/, quotes[0].id],
            [/^\/(strategy|driver_id|price|service|carrier_id|carriers|services)$/, leftOut],
            [/\/currency$/, "EUR"],
          ],
        ],
        unsaid: [
          [/^\/(strategy|carriers|services)$/, "choose the quote, whose id is shown"],
          [/^\/auto_reassign\/(carriers|services)\b/, "choose the next quote, whose id is shown then"],
          [/^\/driver_id$/, "stands instead of a quote: test/delivery/lifecycle/assignments/driver.test.ts"],
          [
            /^\/(price|service|carrier_id)$/,
            "stand instead of a quote: test/delivery/lifecycle/assignments/agreed-price.test.ts",
          ],
        ],
      };
    },
    createCarrier: async () => ({ ...ofAccount("carriers"), shapes: [fleetSettings] }),
    createOperatorCarrier: async () => ({
      ...ofOperator(`carriers${inSandbox}`),
      shapes: [[...fleetSettings, [/\/accounts\/0$/, accountId], [/\/currency$/, "EUR"]]],
    }),
    issueCarrierToken: async () => ofAccount(`carriers/${own}/tokens`),
    issueOperatorCarrierToken: async () => ofOperator(`carriers/${installed}/tokens${inSandbox}`),
    putCarrierLoad: async () => ({ ...ofAccount(`carriers/${own}/load`), shapes: [[[/\/until$/, soon()]]] }),
    putOperatorCarrierLoad: async () => ({
      ...ofOperator(`carriers/${installed}/load${inSandbox}`),
      shapes: [[[/\/until$/, soon()]]],
    }),
    putCarrierRateCard: async () => ({
      ...ofAccount(`carriers/${own}/rate-card`),
      ...cards,
      unsaid: unsaidOfCard,
    }),
    putOperatorCarrierRateCard: async () => ({
      ...ofOperator(`carriers/${installed}/rate-card${inSandbox}`),
      ...cards,
      unsaid: unsaidOfCard,
    }),
    createDriver: async () => ({ ...ofAccount("drivers"), shapes: [[[/\/carrier_id$/, own]]] }),
    createOperatorDriver: async () => ({
      ...ofOperator(`drivers${inSandbox}`),
      shapes: [[[/\/carrier_id$/, installed]]],
    }),
    putDriverAbsence: async () => ({
      ...ofAccount(`drivers/${await driverOf(accountId)}/absence`),
      shapes: [[[/\/until$/, soon()]]],
    }),
    putOperatorDriverAbsence: async () => ({
      ...ofOperator(`drivers/${await driverOf(null)}/absence${inSandbox}`),
      shapes: [[[/\/until$/, soon()]]],
    }),
    issueDriverToken: async () => ofAccount(`drivers/${await driverOf(accountId)}/tokens`),
    issueOperatorDriverToken: async () => ofOperator(`drivers/${await driverOf(null)}/tokens${inSandbox}`),
    registerWebhook: async () => ({
      ...ofAccount("webhooks"),
      shapes: [[[/\/url$/, "http://127.0.0.1:65000/hook"]]],
      unsaid: [[/^\/headers\//, "values can be secrets; their names are shown"]],
    }),
    makeEvent: async () => ofAccount("sandbox/events"),
    startRushHour: async () => ({ ...ofAccount("sandbox/rush-hour"), shapes: [[[/\/country$/, "DE"]]] }),
    startPractice: async () => {
      const firm = await server.account();
      const carrierId = await addOpenFleet(server, firm.accountId, {}, "live");
      await addDriver(server, "live", firm.accountId, { carrierId });
      const asked = { "x-environment": "sandbox" };
      const client: Client = {
        ...firm.session,
        get: (path) => firm.session.get(path, asked),
        post: (path, body) => firm.session.post(path, body, asked),
      };
      return {
        ...ofAccount("sandbox/rush-hour/practice"),
        client,
        shapes: [[[/\/own_carrier_id$/, carrierId]]],
      };
    },
    createStage: async () => ({
      ...ofAccount("sandbox/stages"),
      shapes: [[[/\/key_expires_at$/, soon()]]],
      unsaid: [
        [
          /^\/(retention_days|key_expires_at|scopes\/0)$/,
          "the stage's own account and its key have them: test/delivery/sandbox/stages.test.ts",
        ],
      ],
    }),
    putFaults: async () => ({
      ...ofAccount("sandbox/faults"),
      shapes: [
        [...fault, [/\/key_id$/, key], [/\/status$/, 503], ...without("hang_up|cut|content_type")],
        ...["status|cut|content_type", "status|hang_up|content_type", "status|hang_up|cut"].map(
          (names): Given => [...fault, [/\/key_id$/, key], ...without(`${names}|retry_after_seconds`)],
        ),
      ],
    }),
  };
});
afterAll(() => server.stop());

/** Operations with a body of JSON whose path, or the one in `Location`, has a GET. */
function creating(): Documented[] {
  return operationsOf(document).filter(({ method, template, operation }) => {
    if (!["POST", "PUT"].includes(method) || !operation.requestBody?.content["application/json"])
      return false;
    const below = (path: string) =>
      path.startsWith(`${template}/{`) && !path.slice(template.length + 2).includes("/");
    const isRead = Object.entries(document.paths).some(
      ([path, { get }]) => get !== undefined && (path === template || below(path)),
    );
    return isRead || Object.values(operation.responses).some(({ headers }) => headers?.Location);
  });
}

/** What the GET says of what an answer is about. */
async function readBack({ client, path, isListed }: Creation, created: Answer): Promise<unknown> {
  const location = created.headers.get("location");
  const query = path.split("?")[1];
  const place =
    location === null || isListed ? path : `${location.replace(server.url, "")}${query ? `?${query}` : ""}`;
  const { status, body } = await client.get(place);
  expect([place, status]).toEqual([place, 200]);
  if (!Array.isArray(body.data)) return body;
  const id = ["id", "account_id", "name"].find((name) => created.body[name] !== undefined) ?? "";
  return body.data.find((one: Record<string, unknown>) => one[id] === created.body[id]);
}

const soon = () => new Date(server.deps.clock.now() + 3_600_000).toISOString();

test("every operation that creates something is tried, and no other", () => {
  const found = creating().map(({ operation }) => operation.operationId);
  expect(found.length).toBeGreaterThan(20);
  expect([...Object.keys(creations), ...Object.keys(apart)].toSorted()).toEqual(found.toSorted());
});

/** Creates in every shape. @returns what is wrong: members that do not come back, and exceptions that nothing needs */
async function tryOut({ method, operation }: Documented, creation: Creation): Promise<string[]> {
  const { client, path, shapes = [[]], unsaid = [] } = creation;
  const schema = operation.requestBody?.content["application/json"]?.schema ?? {};
  const sent = new Set<string>();
  const silent = new Set<string>();
  const omitted = new Set<string>();
  for (const shape of shapes) {
    const filled = fill(schema, shape);
    const answer = await (method === "POST" ? client.post : client.put)(path, filled.body);
    if (answer.status >= 300) return [`${answer.status}: ${answer.text}`];
    const said = await readBack(creation, answer);
    for (const pointer of filled.omitted) omitted.add(pointer);
    for (const [pointer, value] of leavesOf(filled.body, "parts")) {
      sent.add(pointer);
      if (!Bun.deepEquals(valueAt(said, pointer), value)) silent.add(pointer);
    }
  }
  const isSent = (pointer: string) => [...sent].some((one) => `${one}/`.startsWith(`${pointer}/`));
  const untried = [...omitted].filter((pointer) => !isSent(pointer));
  const wanting = [...silent, ...untried];
  return [
    ...wanting.filter((pointer) => !unsaid.some(([place]) => place.test(pointer))),
    ...unsaid
      .filter(([place]) => !wanting.some((pointer) => place.test(pointer)))
      .map(([, why]) => `needless: ${why}`),
  ];
}

test("every member of what is created comes back", async () => {
  const faults: string[] = [];
  for (const documented of creating()) {
    const { operationId } = documented.operation;
    const creation = await creations[operationId]?.();
    if (!creation) continue;
    const found = await tryOut(documented, creation);
    faults.push(...found.map((fault) => `${operationId} ${fault}`));
  }
  expect(faults).toEqual([]);
});
