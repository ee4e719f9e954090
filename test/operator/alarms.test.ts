import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { backUpNow } from "../../src/infra/backups/service.ts";
import type { Config } from "../../src/infra/config.ts";
import { bytesPerMb } from "../../src/infra/units.ts";
import { alarmStore } from "../../src/operator/alarms/store.ts";
import { watchTroubles } from "../../src/operator/alarms/watching.ts";
import { expectProblem } from "../api/problem.ts";
import { temporaryFolder } from "../infra/db/support.ts";
import { createClock } from "../support/clock.ts";
import { makeDataFolder } from "../support/data-folder.ts";
import { eventually, startServer, type TestServer } from "../support/harness.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { createOperator } from "../support/operator.ts";
import { type Receiver, startReceiver, verify } from "../support/receiver.ts";

const alarms = "/api/v1/operator/alarms";
const alarmSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const [minute, hour] = [60, 3_600];
let receiver: Receiver;
let mails: MailServer;
beforeAll(async () => {
  receiver = startReceiver();
  mails = await startMailServer();
});
afterAll(async () => {
  await receiver.stop();
  await mails.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = () => new Response("ok");
  mails.taken.length = 0;
});

const toReceiver = (): Partial<Config> => ({ alarmUrl: receiver.url, alarmSecret });
const toMail = (): Partial<Config> => ({ smtpUrl: mails.url, smtpFrom: "waybill@example.com" });
const watch = ({ deps }: TestServer) => watchTroubles(deps, deps.clock.now());
const told = () => receiver.received.map(({ event }) => `${event.data.kind} ${event.data.state}`);

test("a backup that is overdue is told once by webhook and mail, and so is its end", async () => {
  using place = temporaryFolder();
  const clock = createClock(Date.now() - 50 * hour * 1000);
  const backupFolder = join(place.path, "backups");
  const server = await startServer({
    config: { ...toReceiver(), ...toMail(), backupFolder },
    replacements: { clock },
  });
  const { session, email } = await createOperator(server);
  await watch(server);
  expect(told()).toEqual([]);
  for (let visits = 0; visits < 7; visits += 1, clock.advance(7 * hour))
    await session.get("/api/v1/auth/session");
  for (let looks = 0; looks < 3; looks += 1, clock.advance(minute)) await watch(server);
  expect(told()).toEqual(["backup_overdue began"]);
  const [received] = receiver.received;
  expect(received?.event).toEqual({
    id: received?.headers["webhook-id"],
    type: "operator.attention",
    timestamp: expect.stringMatching(/Z$/),
    api_version: "v1",
    data: {
      trouble_id: expect.stringMatching(/^trb_/),
      state: "began",
      kind: "backup_overdue",
      message: "No backup in the last two days.",
      account: null,
      environment: null,
      webhook_id: null,
      began_at: expect.stringMatching(/Z$/),
      ended_at: null,
      url: `${server.url}/dashboard/live/operator`,
    },
  });
  expect(mails.taken.map(({ to, text }) => [to, /Subject: (.*)/.exec(text)?.[1]])).toEqual([
    [[email], "Waybill needs you: No backup in the last two days."],
  ]);

  await backUpNow(server.deps, undefined);
  // What is gone for a moment has not ended.
  for (let looks = 0; looks < 2; looks += 1, clock.advance(minute)) await watch(server);
  expect(told()).toHaveLength(1);
  for (let looks = 0; looks < 3; looks += 1, clock.advance(2 * minute)) await watch(server);
  expect(told()).toEqual(["backup_overdue began", "backup_overdue ended"]);
  expect(mails.taken).toHaveLength(2);
  const { body } = await session.get(alarms);
  expect(body).toMatchObject({
    webhook: { is_set_up: true, host: new URL(receiver.url).host },
    mail: { is_set_up: true, addresses: [email] },
    data: [
      {
        kind: "backup_overdue",
        ended_at: expect.stringMatching(/Z$/),
        alarms: Array(4).fill({ last_error: null }),
      },
    ],
  });
  await server.stop();
});

test("what could not be sent is sent by the next process, with the same id", async () => {
  const dataDir = await makeDataFolder();
  const clock = createClock();
  const startHere = () => startServer({ dataDir, config: toReceiver(), replacements: { clock } });
  const first = await startHere();
  const { session } = await createOperator(first);
  first.deps.stores.noteDamage("sandbox");
  receiver.answer = () => new Response("no", { status: 500 });
  await watch(first);
  clock.advance(10);
  await watch(first);
  expect(told()).toEqual(["database_damaged began"]);
  expect((await session.get(alarms)).body.data[0].alarms).toEqual([
    {
      channel: "webhook",
      state: "began",
      attempts: 1,
      sent_at: null,
      next_attempt_at: new Date(clock.now() + 50_000).toISOString(),
      last_error: "The receiver responded with 500.",
    },
  ]);
  await first.stop();
  receiver.answer = () => new Response(null, { status: 204 });
  const second = await startHere();
  clock.advance(minute);
  await watch(second);
  await watch(second);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([told().length, new Set(ids).size]).toEqual([2, 1]);
  await second.stop();
  rmSync(dataDir, { recursive: true });
});

test("a full disk is told although nothing can be written, and its end too", async () => {
  const clock = createClock();
  let free = 1_000 * bytesPerMb;
  const server = await startServer({
    config: toReceiver(),
    replacements: { clock, freeBytes: async () => free },
  });
  const { condition } = server.deps.stores;
  free = bytesPerMb;
  await eventually("a full disk", () => condition.reserveIsLow || undefined);
  for (let looks = 0; looks < 3; looks += 1, clock.advance(minute)) await watch(server);
  expect(told()).toEqual(["disk_full began"]);
  expect(alarmStore(server.deps.stores.accounts.db).list(9)).toEqual([]);
  free = 1_000 * bytesPerMb;
  await eventually("space", () => !condition.spaceIsLow || undefined);
  for (let looks = 0; looks < 4; looks += 1, clock.advance(2 * minute)) await watch(server);
  expect(told()).toEqual(["disk_full began", "disk_full ended"]);
  await server.stop();
});

test("many troubles at once are no storm, and what ends unheard of stays so", async () => {
  const clock = createClock();
  const server = await startServer({ config: toReceiver(), replacements: { clock } });
  const { accounts } = server.deps.stores;
  const now = clock.now();
  await accounts.write((tx) => {
    for (let number = 0; number < 30; number += 1) {
      const about = { kind: "job_delayed", accountId: null, environment: null, webhookId: null } as const;
      const id = `trb_${number}`;
      const times = { beganAt: now, missingSince: null, endedAt: null };
      const row = { id, needId: id, ...about, message: "Late.", weight: number, ...times };
      alarmStore(tx).insertTrouble(row);
      const alarm = { id: `alm_${number}`, troubleId: id, channel: "webhook", state: "began" } as const;
      const unsent = { createdAt: now, attempts: 0, dueAt: now, sentAt: null, lastError: null };
      alarmStore(tx).insertAlarm({ ...alarm, ...unsent });
    }
  });
  const troublesTold = () => receiver.received.map(({ event }) => Number(event.data.trouble_id.slice(4)));
  for (let looks = 0; looks < 3; looks += 1, clock.advance(10)) await watch(server);
  // The most urgent ones.
  const twelve = Array.from({ length: 12 }, (_, index) => 29 - index);
  expect(troublesTold()).toEqual(twelve);
  clock.advance(hour);
  for (let looks = 0; looks < 3; looks += 1, clock.advance(hour)) await watch(server);
  expect(troublesTold()).toEqual([...twelve, ...twelve]);
  expect(told().slice(12)).toEqual(Array(12).fill("job_delayed ended"));
  await server.stop();
});

test("a test goes through every channel and says what failed", async () => {
  const server = await startServer({ config: { ...toReceiver(), ...toMail() } });
  const { session } = await createOperator(server);
  receiver.answer = () => new Response(null, { status: 404 });
  const { body } = await session.post(`${alarms}/test`);
  expect(body.data).toEqual([
    { channel: "webhook", is_sent: false, error: "The receiver responded with 404." },
    { channel: "mail", is_sent: true, error: null },
  ]);
  const [received] = receiver.received;
  if (!received) throw new Error("nothing was received");
  verify(alarmSecret, received);
  expect(received.event.data.state).toBe("test");
  expect(mails.taken[0]?.text).toContain("This is a test. Nothing needs you.");
  await server.stop();
  const without = await startServer();
  const own = await createOperator(without);
  expectProblem(without, await own.session.post(`${alarms}/test`), {
    status: 409,
    code: "alarms_not_set_up",
  });
  expect((await own.session.get(alarms)).body).toMatchObject({
    webhook: { is_set_up: false, host: null },
    data: [],
  });
  await watch(without);
  await without.stop();
  await expect(startServer({ config: { alarmUrl: receiver.url } })).rejects.toThrow(
    "WAYBILL_ALARM_URL requires WAYBILL_ALARM_SECRET",
  );
});
