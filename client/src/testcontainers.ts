/** `waybill-client/testcontainers`: Waybill's image as a module of <https://testcontainers.com>. */
import { createRequire } from "node:module";
import { AbstractStartedContainer, GenericContainer, type StartedTestContainer, Wait } from "testcontainers";
import type { ServerReady } from "./server.ts";
import { serverOf, type WaybillServer } from "./testing.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };
const port = 8080;
const readyLine = /^.*"event":"ready".*$/m;

/** A server with its data in the container. Its stages do not see each other. */
export class WaybillContainer extends GenericContainer {
  private seed: string | undefined;
  private args: readonly string[] = [];

  /** @param image of this package's version by default */
  constructor(image = `waybill:${version}`) {
    super(image);
    this.withExposedPorts(port).withWaitStrategy(Wait.forLogMessage(readyLine));
  }

  /** A seed gives the keys, ids and quotes of the server again every time. */
  withSeed(seed: string): this {
    this.seed = seed;
    return this;
  }

  /** More flags of `waybill serve`, such as `--webhook-allow-cidrs`. */
  withArgs(...args: string[]): this {
    this.args = args;
    return this;
  }

  /** Starts it, and waits until it answers. @throws Error with what Testcontainers says */
  override async start(): Promise<StartedWaybillContainer> {
    const seeded = this.seed === undefined ? [] : ["--seed", this.seed];
    this.withCommand(["serve", "--ephemeral", "--ready-json", ...seeded, ...this.args]);
    const started = await super.start();
    return new StartedWaybillContainer(started, await readReady(started), this.seed);
  }
}

/** A running container, with what a `WaybillServer` of `waybill-client/testing` has. */
export class StartedWaybillContainer extends AbstractStartedContainer {
  /** The server's address for this machine. */
  readonly url: string;
  /** The sandbox key that creates the stages. */
  readonly key: string;
  readonly liveKey: string;
  /** For `process.env` of other processes: there `startWaybill` uses this server. */
  readonly env: WaybillServer["env"];
  readonly stage: WaybillServer["stage"];
  readonly withStage: WaybillServer["withStage"];

  constructor(started: StartedTestContainer, ready: ServerReady, seed: string | undefined) {
    super(started);
    const url = `http://${started.getHost()}:${started.getMappedPort(port)}`;
    const server = serverOf({ url, key: ready.sandbox_key, seed, stop: async () => {} });
    this.url = url;
    this.key = ready.sandbox_key;
    this.liveKey = ready.live_key;
    this.env = server.env;
    this.stage = server.stage;
    this.withStage = server.withStage;
  }
}

/** The line is in the log already: the container counts as started only then. */
async function readReady(started: StartedTestContainer): Promise<ServerReady> {
  const log = await started.logs();
  let said = "";
  for await (const chunk of log) {
    said += chunk;
    const [line] = readyLine.exec(said) ?? [];
    if (line === undefined || !said.includes("\n", said.indexOf(line))) continue;
    log.destroy();
    return JSON.parse(line);
  }
  throw new Error(`The container ended: ${said.trim()}`);
}
