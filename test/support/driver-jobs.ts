import { setDuty } from "../../src/delivery/fleet/drivers/duty.ts";
import { type DriverRow, driverStore } from "../../src/delivery/fleet/drivers/store.ts";
import { jobStore } from "../../src/delivery/lifecycle/driver-jobs/store.ts";
import { write } from "../../src/infra/deps.ts";
import { createClock, type TestClock } from "./clock.ts";
import { addDriver, driverClient, type TestDriver } from "./drivers.ts";
import { platform } from "./fixtures.ts";
import { acceptFleet, addOpenFleet } from "./fleets.ts";
import { type Answer, type Client, startServer, type TestAccount, type TestServer } from "./harness.ts";

export interface Trip {
  id: string;
  assignmentId: string;
}

type Result = { id: string | null; result: string; problem: Answer["body"] };

/** A fleet of the installation in the sandbox, with two drivers on duty and their phones. */
export interface DriverWorld {
  server: TestServer;
  clock: TestClock;
  account: TestAccount;
  carrierId: string;
  kim: TestDriver;
  sam: TestDriver;
  phones: { kim: Client; sam: Client };
  /** An assignment of the fleet. */
  accept(change?: Record<string, unknown>, client?: Client): Promise<Trip>;
  /** Gives a driver the job, which another may have had. */
  give(driver: TestDriver, trip: Trip): Promise<void>;
  setDuty(driver: TestDriver, onDuty: boolean): Promise<void>;
  /** Sends reports from a phone whose clock is right. */
  send(phone: Client, reports: unknown[]): Promise<Result[]>;
  trackingOf(trip: Trip): Promise<Answer["body"]>;
}

export async function startDriverWorld(startMs?: number): Promise<DriverWorld> {
  const clock = createClock(startMs);
  const server = await startServer({ replacements: { clock } });
  const { deps } = server;
  const account = await server.account();
  const carrierId = await addOpenFleet(server, null);
  const onDuty: Partial<DriverRow> = { carrierId, onDuty: true };
  const kim = await addDriver(server, "sandbox", null, onDuty);
  const sam = await addDriver(server, "sandbox", null, { ...onDuty, name: "Sam Okafor" });
  return {
    server,
    clock,
    account,
    carrierId,
    kim,
    sam,
    phones: {
      kim: await driverClient(server, kim, account.accountId),
      sam: await driverClient(server, sam, account.accountId),
    },
    accept: (change = {}, client = account.sandbox) => acceptFleet(client, carrierId, change),
    give: ({ driverId }, { assignmentId }) =>
      write(deps, "sandbox", ({ tx, now }) => {
        const job = {
          driverId,
          status: "accepted",
          acceptedAt: now,
          answerUntil: null,
          dueAt: null,
        } as const;
        jobStore(tx).change(assignmentId, job);
        jobStore(tx).beginTurn(assignmentId, driverId, now);
      }),
    async setDuty({ driverId }, isOnDuty) {
      await write(deps, "sandbox", (writing) => {
        const row = driverStore(writing.tx).findAny(driverId);
        if (row) setDuty(writing, row, isOnDuty);
      });
    },
    async send(phone, reports) {
      const sent_at = new Date(clock.now()).toISOString();
      const answer = await phone.post("/api/v1/driver/reports", { sent_at, reports });
      if (answer.status !== 200) throw new Error(`reporting gave ${answer.status}: ${answer.text}`);
      return answer.body.results;
    },
    trackingOf: async ({ id }) => (await account.sandbox.get(`${platform}/tracking/${id}`)).body,
  };
}
