import { afterAll, beforeAll, expect, test } from "bun:test";
import { createClock } from "../../support/clock.ts";
import { platform } from "../../support/fixtures.ts";
import { readDocument, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
import { type Documented, type OpenApi, operationsOf } from "../../support/openapi.ts";
import { createOperator } from "../../support/operator.ts";
import { playKind } from "../../support/played-kind.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { createWorld, type World } from "../../support/world.ts";

/** What the reference shows can be pasted on the day on which it is read. */

const dayMs = 86_400_000;
/** Of another story: passwords, links and tokens that nobody here has, and the operator's own account. */
const needingSecrets = [
  "handCarrierOver",
  "startPractice",
  "signIn",
  "setUp",
  "changePassword",
  "changeEmail",
  "confirmSession",
  "resetPassword",
  "confirmSecondFactor",
  "signUp",
  "confirmEmail",
  "readInvitation",
  "acceptInvitation",
  "linkDevice",
  "sendPosition",
];

let server: TestServer;
let receiver: Receiver;
let account: TestAccount;
/** Its clock is the one that moves: a day of the other account's rush hour is thousands of steps. */
let idle: TestAccount;
let operator: TestAccount["session"];
let world: World;
let document: OpenApi;

beforeAll(async () => {
  receiver = startReceiver();
  server = await startServer({
    config: { ephemeral: true, testClock: true },
    replacements: { kinds: playKind().kinds },
  });
  account = await server.account();
  idle = await server.account();
  operator = (await createOperator(server)).session;
  world = await createWorld(server, account, receiver.url, await server.account());
  document = await readDocument(server.url);
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

function send({ method, template, operation }: Documented, example: unknown) {
  const [place = {}] = world.places(template);
  const isInEnvironment = operation.parameters.some(
    ({ name, required }) => name === "environment" && required,
  );
  const path =
    template.replace(/\{(\w+)\}/g, (_, name) => place[name] ?? "") +
    (isInEnvironment ? "?environment=sandbox" : "");
  const isForKeys = operation.security.some((way) => "api_key" in way);
  const client = template.startsWith("/api/v1/operator/") ? operator : account.session;
  const isFor = (scheme: string) => operation.security.some((way) => scheme in way);
  const ofDelivery = isFor("carrier_token") ? world.carrier : isFor("driver_token") ? world.driver : client;
  const owner = operation.operationId === "moveClock" ? idle : account;
  const chosen = isForKeys ? owner.sandbox : ofDelivery;
  // A key has an environment, a session names it.
  const environment = isForKeys ? {} : { "x-environment": "sandbox" };
  const headers = {
    ...environment,
    "content-type": "application/json",
    "idempotency-key": crypto.randomUUID(),
  };
  return chosen.send(path, { method, headers, body: JSON.stringify(example) });
}

test("every example of a request is taken, and no time in it is over", async () => {
  const examples = operationsOf(document).flatMap((documented) => {
    const example = documented.operation.requestBody?.content["application/json"]?.example;
    const isTried = !needingSecrets.includes(documented.operation.operationId);
    return example === undefined || !isTried ? [] : [{ documented, example }];
  });
  expect(examples.length).toBeGreaterThan(15);
  const refused: string[] = [];
  for (const { documented, example } of examples) {
    const { status, text } = await send(documented, example);
    // What the state of the object refuses is not the example's fault, nor that its id is of another.
    if (status >= 300 && ![404, 409].includes(status)) {
      refused.push(`${documented.operation.operationId}: ${status} ${text}`);
    }
  }
  expect(refused).toEqual([]);
});

test("a window as it is shown can be asked for", async () => {
  const { properties = {} } = (document.components.schemas.WindowInput ?? {}) as Record<
    string,
    Record<string, { examples?: unknown[] }>
  >;
  const create = operationsOf(document).find(({ operation }) => operation.operationId === "createShipment");
  const example = create?.operation.requestBody?.content["application/json"]?.example as {
    pickup: object;
  };
  const window = { start: properties.start?.examples?.[0], end: properties.end?.examples?.[0] };
  const body = { ...example, pickup: { ...example.pickup, window } };
  const answer = await account.sandbox.post(`${platform}/shipments`, body);
  expect([answer.status, answer.body.pickup.window]).toEqual([201, window]);
});

test("the next day's reference is of the next day", async () => {
  const clock = createClock();
  const other = await startServer({ replacements: { clock } });
  const read = async () => {
    const replay = operationsOf(await readDocument(other.url)).find(
      ({ operation }) => operation.operationId === "replayEvents",
    );
    const example = replay?.operation.requestBody?.content["application/json"]?.example as { from: string };
    return Date.parse(example.from);
  };
  const today = await read();
  expect(await read()).toBe(today);
  clock.advance(dayMs / 1000);
  expect((await read()) - today).toBe(dayMs);
  await other.stop();
});
