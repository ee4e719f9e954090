import { savePlace } from "../../src/delivery/fleet/drivers/places.ts";
import type { DriverRow } from "../../src/delivery/fleet/drivers/store.ts";
import type { DriverJobRow } from "../../src/delivery/lifecycle/driver-jobs/reading.ts";
import { jobOf } from "../../src/delivery/lifecycle/driver-jobs/reading.ts";
import { write } from "../../src/infra/deps.ts";
import { createClock, jobsAtRest, type TestClock } from "./clock.ts";
import { addDriver, driverToken } from "./drivers.ts";
import { berlinMitte, platform } from "./fixtures.ts";
import { acceptFleet, addOpenFleet } from "./fleets.ts";
import { type Answer, type Client, startServer, type TestAccount, type TestServer } from "./harness.ts";

export interface Rider {
  id: string;
  client: Client;
}

type Body = Answer["body"];

/** A server with a clock that a test moves, and an account with fleets whose drivers a test plays. */
export interface DispatchWorld {
  server: TestServer;
  clock: TestClock;
  account: TestAccount;
  /** Of the account, unless the owner is given; null: the installation. */
  addFleet(settings?: Record<string, unknown>, owner?: string | null): Promise<string>;
  /** A driver on duty, so many hundredths of a degree (1.1 km) north of every pickup. */
  addRider(carrierId: string, north?: number, change?: Partial<DriverRow>): Promise<Rider>;
  /** Moves a driver, who is there now. */
  move(driverId: string, north: number): Promise<void>;
  /** A shipment of the account that the fleet got, when the search has done what is due. */
  book(carrierId: string, change?: Record<string, unknown>): Promise<{ id: string; assignmentId: string }>;
  /** Does all that is due, some seconds later. */
  pass(seconds?: number): Promise<void>;
  row(assignmentId: string): DriverJobRow;
  shipment(id: string): Promise<Body>;
  /** The stops that a driver sees, each as `kind state`. */
  stops(rider: Rider): Promise<string[]>;
  accept(rider: Rider, assignmentId: string): Promise<Answer>;
  reject(rider: Rider, assignmentId: string, why?: object): Promise<Answer>;
  assign(assignmentId: string, driverId: string, client?: Client): Promise<Answer>;
  takeBack(assignmentId: string, client?: Client): Promise<Answer>;
  /** The owner of the fleet reports a step by hand. */
  report(carrierId: string, assignmentId: string, substatus: string): Promise<void>;
  /** The owner of the fleet reports a delivery by hand. */
  end(carrierId: string, assignmentId: string): Promise<void>;
}

let reports = 0;

export async function startDispatchWorld({
  startMs,
  ...options
}: {
  watchesVersions?: boolean;
  startMs?: number;
} = {}): Promise<DispatchWorld> {
  const clock = createClock(startMs);
  const server = await startServer({ ...options, replacements: { clock } });
  const account = await server.account();
  const { sandbox, accountId } = account;
  const { deps } = server;
  const { db } = deps.stores.platform("sandbox");
  const pass = async (seconds = 0) => {
    clock.advance(seconds);
    await jobsAtRest(deps);
  };
  const move = (driverId: string, north: number) =>
    write(deps, "sandbox", (writing) => {
      const { latitude, longitude } = berlinMitte;
      const place = { latitude: latitude + north / 100, longitude, recordedAt: clock.now() };
      const rest = { accuracyMeters: 5, headingDegrees: null, speedMps: null, receivedAt: clock.now() };
      savePlace(writing, driverId, { ...place, ...rest });
    });
  const answer = (rider: Rider, assignmentId: string, verb: string, body?: unknown) =>
    rider.client.post(`/api/v1/driver/assignments/${assignmentId}/${verb}`, body);
  async function byHand(carrierId: string, step: object): Promise<void> {
    reports += 1;
    const report = { id: `by-hand-${reports}`, at: new Date(clock.now()).toISOString(), ...step };
    const { body } = await sandbox.post(`${platform}/carriers/${carrierId}/reports`, [report]);
    if (body.results?.[0]?.result !== "applied")
      throw new Error(`the report was not applied: ${JSON.stringify(body)}`);
  }
  return {
    server,
    clock,
    account,
    pass,
    move,
    addFleet: (settings = { dispatch: "nearest" }, owner = accountId) =>
      addOpenFleet(server, owner, settings),
    async addRider(carrierId, north = 1, change = {}) {
      const owner = change.accountId === undefined ? accountId : change.accountId;
      const driver = await addDriver(server, "sandbox", owner, { carrierId, onDuty: true, ...change });
      await move(driver.id, north);
      const token = await driverToken(server, driver, accountId);
      return { id: driver.id, client: server.client({ authorization: `Bearer ${token}` }) };
    },
    async book(carrierId, change = {}) {
      const booked = await acceptFleet(sandbox, carrierId, change);
      await pass();
      return booked;
    },
    row(assignmentId) {
      const row = jobOf(db, assignmentId);
      if (!row) throw new Error(`${assignmentId} has no job`);
      return row;
    },
    shipment: async (id) => (await sandbox.get(`${platform}/shipments/${id}`)).body,
    async stops({ client }) {
      const { body } = await client.get("/api/v1/driver/stops");
      return body.data.map(({ kind, state }: Body) => `${kind} ${state}`);
    },
    accept: (rider, assignmentId) => answer(rider, assignmentId, "acceptance"),
    reject: (rider, assignmentId, why) => answer(rider, assignmentId, "rejection", why),
    assign: (assignmentId, driver_id, client = sandbox) =>
      client.post(`${platform}/assignments/${assignmentId}/driver`, { driver_id }),
    takeBack: (assignmentId, client = sandbox) =>
      client.delete(`${platform}/assignments/${assignmentId}/driver`),
    report: (carrierId, assignmentId, substatus) =>
      byHand(carrierId, { type: "progress", assignment_id: assignmentId, substatus }),
    end: (carrierId, assignmentId) =>
      byHand(carrierId, { type: "delivered", assignment_id: assignmentId, proof: {} }),
  };
}
