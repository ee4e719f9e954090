import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { seededRandom } from "../../src/delivery/carriers/kinds/simulated/random.ts";
import { plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { berlinMitte, platform, shipmentBody } from "../support/fixtures.ts";
import { type Answer, type Client, eventually } from "../support/harness.ts";
import { clientOf, serve, signUp } from "./executable.ts";

/**
 * Kills the executable while riders answer offers and report, a dispatcher hands jobs over, and a rush hour goes on.
 * The seed decides when, who says no, and who is next.
 */

const seed = process.env.TEST_SEED ?? String(Date.now());
const kills = 5;
const momentMsMax = 250;
const offeredJobs = 12;
const handedJobs = 4;
const handOvers = 6;
const rushHour = { shipments: 20, minutes: 4, speed: 60, seed };
const env = { WAYBILL_LOG_LEVEL: "error", WAYBILL_SECRET_KEY: "ab".repeat(32) };
/** Nobody waits so long in a test: while the server is away, the time to answer runs out. */
const answerMs = 600_000;

type Body = Answer["body"];
type Temper = "willing" | "choosy" | "silent";

interface Rider {
  id: string;
  /** As senders see it. */
  name: string;
  token: string;
  temper: Temper;
  /** Reports that wait until the server has them. */
  waiting: Map<string, object>;
}

interface Job {
  id: string;
  assignmentId: string;
}

test(`killed while jobs are offered, handed over and driven: each once, by one driver (seed ${seed})`, async () => {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-drivers-crash-"));
  const data = join(cwd, "data");
  const random = seededRandom(seed);
  let serving = await serve(data, { cwd, env });
  const { keys } = await signUp(serving.url);
  const account = () => clientOf(serving, { "x-api-key": keys.sandbox });
  const phone = ({ token }: Rider) => clientOf(serving, { authorization: `Bearer ${token}` });
  /** Undefined where the connection broke: nobody knows then whether it was done. */
  const trying = (send: () => Promise<Answer>) => send().catch(() => undefined);
  const must = async (client: Client, path: string) => {
    const { status, body } = await client.get(path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };

  async function addFleet(code: string, settings: object): Promise<string> {
    const { body } = await account().post(`${platform}/carriers`, {
      kind: "fleet",
      code,
      name: code,
      settings,
    });
    expect((await account().put(`${platform}/carriers/${body.id}/rate-card`, plainCard)).status).toBe(200);
    return body.id;
  }

  async function addRider(
    carrier_id: string,
    name: string,
    temper: Temper,
    assignments: number | null = null,
  ) {
    const driver = { carrier_id, name, vehicle: { type: "bicycle" }, capacity: { assignments } };
    const { body } = await account().post(`${platform}/drivers`, driver);
    const path = `${platform}/drivers/${body.id}/tokens`;
    const { secret } = (await account().post(path, { name: "Phone", kind: "driver" })).body;
    const rider: Rider = {
      id: body.id,
      name: `${name.split(" ")[0]} R.`,
      token: secret,
      temper,
      waiting: new Map(),
    };
    await phone(rider).put("/api/v1/driver/me/duty", { on_duty: true });
    // The silent ones are the nearest.
    const latitude = berlinMitte.latitude + (temper === "silent" ? 0.001 : 0.01 * (0.2 + random()));
    const at = new Date().toISOString();
    const here = { id: "here", at, type: "position", latitude, longitude: berlinMitte.longitude };
    const sent = await phone(rider).post("/api/v1/driver/reports", { sent_at: at, reports: [here] });
    expect(sent.body.results[0].result).toBe("applied");
    return rider;
  }

  async function book(carrierId: string): Promise<Job> {
    const { body } = await account().post(`${platform}/shipments`, shipmentBody());
    const path = `${platform}/shipments/${body.id}`;
    const { body: quotes } = await account().get(`${path}/quotes?wait_seconds=20`);
    const { id } = quotes.data.find(({ carrier }: Body) => carrier.id === carrierId);
    const accepted = await account().post(`${path}/assignments`, { quote_id: id });
    expect(accepted.status).toBe(201);
    return { id: body.id, assignmentId: accepted.body.id };
  }

  const [asking, handing] = [
    await addFleet("asking", { dispatch: "nearest", answer_seconds: answerMs / 1000 }),
    await addFleet("handing", { dispatch: "manual" }),
  ];
  const tempers: Temper[] = ["silent", "silent", "choosy", "choosy", "willing", "willing"];
  const asked = await Promise.all(
    tempers.map((temper) => addRider(asking, `${temper} Rider`, temper, temper === "silent" ? 2 : null)),
  );
  const handed = await Promise.all(
    ["Ann", "Ben", "Cleo"].map((name) => addRider(handing, `${name} Rider`, "willing")),
  );

  /** What was acknowledged: by `<assignment> <rider>`. */
  const accepted = new Set<string>();
  const rejected = new Set<string>();
  const delivered = new Set<string>();
  const wrong: string[] = [];
  const stopsOf = async (rider: Rider): Promise<Body[]> =>
    (await trying(() => phone(rider).get("/api/v1/driver/stops")))?.body?.data ?? [];

  async function answer(rider: Rider, assignmentId: string): Promise<void> {
    const name = `${assignmentId} ${rider.id}`;
    if (rejected.has(name)) wrong.push(`${name} was asked again`);
    if (rider.temper === "silent") return;
    const verb = rider.temper === "choosy" && random() < 0.5 ? "rejection" : "acceptance";
    const said = await trying(() => phone(rider).post(`/api/v1/driver/assignments/${assignmentId}/${verb}`));
    if (said?.status === 200) (verb === "rejection" ? rejected : accepted).add(name);
    // The search may have gone on before a rejection was read that the kill cut off.
    else if (said !== undefined && said.body.code !== "job_not_offered") wrong.push(`${name}: ${said.text}`);
  }

  async function ride(rider: Rider): Promise<void> {
    const stops = await stopsOf(rider);
    for (const { assignment_id, kind, state } of stops) {
      if (state === "offered" && kind === "pickup") await answer(rider, assignment_id);
      if (state !== "next" || isHandedOver(assignment_id)) continue;
      const step =
        kind === "pickup" ? { type: "progress", substatus: "picked_up" } : { type: "delivered", proof: {} };
      const id = `${step.type}-${assignment_id}`;
      if (!rider.waiting.has(id))
        rider.waiting.set(id, { id, assignment_id, at: new Date().toISOString(), ...step });
    }
    const reports = [...rider.waiting.values()];
    if (reports.length === 0) return;
    const body = { sent_at: new Date().toISOString(), reports };
    const sent = await trying(() => phone(rider).post("/api/v1/driver/reports", body));
    for (const { id, result, problem } of sent?.body.results ?? []) {
      rider.waiting.delete(id);
      const [type, assignmentId = ""] = id.split("-");
      if (result === "applied" || result === "duplicate") {
        if (type === "delivered") delivered.add(assignmentId);
      } else if (problem?.code !== "assignment_ended" && result !== "late")
        wrong.push(`${id}: ${JSON.stringify(problem)}`);
    }
  }

  /** Hands a job from one to the next, each time until the server says that it is done. */
  const turns = new Map<string, string[]>();
  const nameOf = (riderId: string) => handed.find(({ id }) => id === riderId)?.name;
  const isHandedOver = (assignmentId: string) => (turns.get(assignmentId)?.length ?? handOvers) < handOvers;
  async function handOver({ assignmentId }: Job): Promise<void> {
    const had: string[] = [];
    turns.set(assignmentId, had);
    for (let count = 0; count < handOvers; count += 1) {
      const others = handed.filter(({ id }) => id !== had.at(-1));
      const next = others[Math.floor(random() * others.length)] ?? handed[0];
      const headers = { "idempotency-key": `${assignmentId}-${count}` };
      const path = `${platform}/assignments/${assignmentId}/driver`;
      await eventually("a hand-over", async () => {
        const done = await trying(() => account().post(path, { driver_id: next?.id }, headers));
        if (done && done.status !== 200) wrong.push(`${assignmentId} to ${next?.id}: ${done.text}`);
        return done !== undefined;
      });
      had.push(next?.id ?? "");
      await Bun.sleep(random() * momentMsMax);
    }
  }

  /** While it is away nobody listens: whoever called it then would only be busy. */
  let isThere = Promise.resolve();
  /** Kills it; `away` runs on its files before it starts again. */
  async function kill(away: (db: Database.Database) => void): Promise<void> {
    const back = Promise.withResolvers<void>();
    isThere = back.promise;
    serving.kill("SIGKILL");
    await serving.exited;
    const files = new Database(join(data, "sandbox.db"));
    away(files);
    serving = await serve(data, { cwd, env });
    // Whoever closes the files last deletes the log that the server looks for.
    files.close();
    back.resolve();
  }

  const first = await book(asking);
  const offerOf = async (rider: Rider) =>
    (await stopsOf(rider)).find(({ assignment_id }) => assignment_id === first.assignmentId);
  const silent = asked.filter(({ temper }) => temper === "silent");
  const openOffer = async () => (await Promise.all(silent.map(offerOf))).find((offer) => offer !== undefined);
  const open = await eventually("an open offer", openOffer);
  await kill(() => {});
  // It goes on with the time that is left.
  expect(await openOffer()).toEqual(open);

  const started = await account().post(`${platform}/sandbox/rush-hour`, rushHour);
  expect(started.status).toBe(201);
  const jobs = [first];
  for (let count = 1; count < offeredJobs; count += 1) jobs.push(await book(asking));
  const passed: Job[] = [];
  for (let count = 0; count < handedJobs; count += 1) passed.push(await book(handing));

  let stopping = false;
  const riding = [...asked, ...handed].map(async (rider) => {
    while (!stopping) {
      await isThere;
      await ride(rider);
      await Bun.sleep(random() * 40);
    }
  });
  const dispatching = Promise.all(passed.map(handOver));
  for (let count = 0; count < kills; count += 1) {
    const before = accepted.size + [...turns.values()].flat().length;
    await eventually(
      "work between two kills",
      () => accepted.size + [...turns.values()].flat().length > before || delivered.size >= offeredJobs,
    );
    await Bun.sleep(random() * momentMsMax);
    await kill((db) => {
      const passes = "UPDATE driver_jobs SET answer_until = answer_until - ?, due_at = due_at - ?";
      for (const { id } of silent) db.prepare(`${passes} WHERE driver_id = ?`).run(answerMs, answerMs, id);
    });
  }
  for (const rider of silent) rider.temper = "willing";
  await dispatching;
  const all = [...jobs, ...passed];
  await eventually("every job delivered", () => all.every(({ assignmentId }) => delivered.has(assignmentId)));
  const rush = await eventually("every shipment of the rush hour", async () => {
    const { body } = await account().get(`${platform}/sandbox/rush-hour`);
    return body.created_shipments === rushHour.shipments ? body : undefined;
  });
  expect(rush.status).toBe("running");
  stopping = true;
  await Promise.all(riding);
  // Its end is 20 minutes after the last shipment.
  await kill((db) => void db.prepare("UPDATE rush_hours SET ends_at = ?").run(Date.now() + 1_000));

  expect(wrong).toEqual([]);
  for (const { id, assignmentId } of all) {
    const { data: attempts } = await must(account(), `${platform}/shipments/${id}/assignments`);
    expect(attempts.map((each: Body) => [each.id, each.status])).toEqual([[assignmentId, "completed"]]);
    const { entries } = await must(account(), `${platform}/tracking/${id}`);
    const told = entries.map(({ substatus, status }: Body) => substatus ?? status);
    for (const step of ["picked_up", "delivered"]) {
      expect([id, step, told.filter((each: string) => each === step).length]).toEqual([id, step, 1]);
    }
    const { data: events } = await must(account(), `${platform}/shipments/${id}/events?limit=100`);
    const named = events
      .filter(({ type }: Body) => type === "shipment.updated")
      .map(({ data }: Body) => data.shipment.assignment.driver.name);
    const had = turns.get(assignmentId)?.map(nameOf);
    expect([id, named]).toEqual([id, had ?? [expect.any(String)]]);
  }
  const files = new Database(join(data, "sandbox.db"), { readonly: true });
  const rows = (sql: string, ...values: string[]) => files.prepare(sql).all(...values) as Body[];
  for (const { assignmentId } of all) {
    const has = rows(
      "SELECT driver_id FROM driver_turns WHERE assignment_id = ? AND until IS NULL",
      assignmentId,
    );
    const acknowledged = [...accepted]
      .filter((each) => each.startsWith(assignmentId))
      .map((each) => each.split(" ")[1]);
    expect([assignmentId, has.length]).toEqual([assignmentId, 1]);
    const last = turns.get(assignmentId)?.at(-1) ?? acknowledged[0] ?? has[0].driver_id;
    expect([assignmentId, has[0].driver_id, acknowledged.length <= 1]).toEqual([assignmentId, last, true]);
  }
  const ended = await eventually("the end of the rush hour", async () => {
    const { body } = await account().get(`${platform}/sandbox/rush-hour`);
    return body.status === "ended" ? body : undefined;
  });
  expect([ended.end_reason, ended.created_shipments]).toEqual(["completed", rushHour.shipments]);
  const made = rows("SELECT reference FROM shipments WHERE reference LIKE 'RUSH-%'");
  const numbers = made.map(({ reference }) => Number(reference.slice("RUSH-".length)));
  expect(numbers.toSorted((one, other) => one - other)).toEqual(
    [...Array(rushHour.shipments).keys()].map((number) => number + 1),
  );
  const { data: crew } = await must(account(), `${platform}/drivers?carrier_id=${rush.carrier_id}&limit=100`);
  expect(crew.map(({ id }: Body) => id).toSorted()).toEqual(rush.driver_ids.toSorted());
  expect(crew.some(({ on_duty }: Body) => on_duty)).toBe(false);
  files.close();

  serving.kill("SIGTERM");
  expect((await serving.exited).exitCode).toBe(0);
  rmSync(cwd, { recursive: true });
});
