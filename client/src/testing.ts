/** `waybill-client/testing`: Waybill in the tests of a program, with vitest, jest, bun test or any other runner. */
import { createWaybill } from "./client.ts";
import { type ServerOptions, startServer } from "./server.ts";
import { openStage, type Stage, type StageOptions } from "./stage.ts";
import { type RunnersTest, type StageTest, stageTests } from "./stage-test.ts";

export type { Inbox, InboxEndpoint } from "./inbox.ts";
export type { ReportOptions } from "./report.ts";
export type { ServerOptions } from "./server.ts";
export type { Duration, EventOf, Stage, StageClock, StageFaults, StageLive, StageOptions } from "./stage.ts";
export type { RunnersTest, StageTest } from "./stage-test.ts";
export type { WaitFilter } from "./waiting.ts";

/** A running Waybill. Its stages do not see each other. */
export interface WaybillServer {
  readonly url: string;
  /** The sandbox key that creates the stages. */
  readonly key: string;
  /** For `process.env` of other processes: there `startWaybill` uses this server and starts none. */
  readonly env: { readonly WAYBILL_URL: string; readonly WAYBILL_API_KEY: string };
  /** Creates an account for one test, with keys, clock, faults and inbox of its own. */
  stage(options?: StageOptions): Promise<Stage>;
  /**
   * `const test = waybill.withStage(runnersTest)` declares tests that get a stage: `test("…", async (stage) => { … })`.
   * The stage ends with its test. If the test fails, `waybill-reports/` has what the stage saw, and the runner's output
   * names the file. `WAYBILL_REPORTS` names another folder.
   * @param test of vitest, jest, bun test or node:test, also with a modifier such as `test.only`
   */
  withStage(test: RunnersTest): StageTest;
  /** Stops the server and deletes its data. It does nothing to a server that was already running. */
  stop(): Promise<void>;
}

/**
 * Starts `waybill serve --ephemeral` on a free port. It stops with `stop()`, at the latest with this process.
 * If `WAYBILL_URL` and `WAYBILL_API_KEY` are set, it uses that server.
 * @throws Error with what the server said if it does not start, or if only one of the two is set
 */
export async function startWaybill(options: ServerOptions = {}): Promise<WaybillServer> {
  const { WAYBILL_URL, WAYBILL_API_KEY } = process.env;
  if (!WAYBILL_URL !== !WAYBILL_API_KEY)
    throw new Error("Set both WAYBILL_URL and WAYBILL_API_KEY, or neither.");
  const running =
    WAYBILL_URL && WAYBILL_API_KEY
      ? { url: WAYBILL_URL, key: WAYBILL_API_KEY, stop: async () => {} }
      : { ...(await startServer(options)), seed: options.seed };
  return serverOf(running);
}

/** What a server has for tests, wherever it runs. */
export function serverOf({ url, key, seed, stop }: Running): WaybillServer {
  const client = createWaybill({ baseUrl: url, apiKey: key });
  const stage: WaybillServer["stage"] = (options) => openStage({ url, client, seed }, options);
  return {
    url,
    key,
    env: { WAYBILL_URL: url, WAYBILL_API_KEY: key },
    stage,
    withStage: (test) => stageTests(test, stage),
    stop,
  };
}

interface Running {
  url: string;
  key: string;
  /** Of a server that this run started. */
  seed?: string | undefined;
  stop(): Promise<void>;
}
