import { rmSync } from "node:fs";
import { join } from "node:path";
import type { OpenedSession } from "../../src/access/accounts/sign-in/service.ts";
import type { Replacements } from "../../src/app/installation.ts";
import type { Running } from "../../src/app/server.ts";
import type { Config } from "../../src/infra/config.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { operatorIn, type RequestOrigin } from "../../src/infra/http/principal.ts";
import { parseCidrs } from "../../src/infra/net/address.ts";
import { type Conformance, createConformance } from "./conformance.ts";
import { fillDataFolder, makeDataFolder } from "./data-folder.ts";
import type { OpenApi } from "./openapi.ts";
import { createVersionWatch, type VersionWatch } from "./shipment-versions.ts";

/** A real server on real files, for one test file; `stop` leaves nothing behind. */
export interface TestServer extends Running {
  /** A new account with a key for each environment and a session. */
  account(): Promise<TestAccount>;
  /** A client that sends these headers with every request. */
  client(headers?: Record<string, string>): Client;
  /** What `stop` requires too. @throws Error where something is due that its job would find only by reading all rows */
  requireNoMissedRows(): void;
}

export interface TestAccount {
  accountId: string;
  email: string;
  password: string;
  sandbox: Client;
  live: Client;
  /** Signed in on the dashboard, from the installation's own pages. */
  session: Client;
  sandboxKey: string;
  liveKey: string;
  /** The session's cookie. */
  cookie: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON; any, because tests look into it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what is in there
  body: any;
  text: string;
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  send(path: string, init: RequestInit): Promise<Answer>;
}

interface ServerCode {
  "access/accounts/proof/password.ts": typeof import("../../src/access/accounts/proof/password.ts");
  "access/accounts/sign-in/service.ts": typeof import("../../src/access/accounts/sign-in/service.ts");
  "access/keys/service.ts": typeof import("../../src/access/keys/service.ts");
  "app/config/reading.ts": typeof import("../../src/app/config/reading.ts");
  "app/server.ts": typeof import("../../src/app/server.ts");
}

/**
 * Loads the server's code by a computed path. What a test file imports by name is what it is about, and decides whether
 * a change reaches it (`npm run check -- --changed`, `bun test --changed`). By name, the server would be all of it.
 */
const load = <Path extends keyof ServerCode>(path: Path): Promise<ServerCode[Path]> =>
  import(join(import.meta.dir, "../../src", path));

const password = "a long enough passphrase";
const lookEveryMs = 10;
/** Shorter than the timeout of a test, so that the error names what was waited for. */
const eventuallyMaxMs = 150_000;

/**
 * Jobs of the calendar run where a test calls them: a full minute may come at any moment. `keepsCalendar` keeps it.
 * `watchesVersions` is for tests that change shipments by requests alone. A folder that is not there is filled before,
 * unless the server `makesFolder` itself.
 */
export async function startServer(
  options: {
    config?: Partial<Config>;
    replacements?: Replacements;
    dataDir?: string;
    keepsCalendar?: boolean;
    watchesVersions?: boolean;
    makesFolder?: boolean;
  } = {},
): Promise<TestServer> {
  const { loadConfig } = await load("app/config/reading.ts");
  const { start } = await load("app/server.ts");
  const dataDir = options.dataDir ?? (await makeDataFolder());
  if (!options.makesFolder) await fillDataFolder(dataDir);
  const config: Config = {
    ...loadConfig({}, {}, {}),
    port: 0,
    data: dataDir,
    defaultTier: "unlimited",
    logLevel: "silent",
    validateAnswers: "all",
    webhookAllowCidrs: parseCidrs(["127.0.0.0/8", "::1/128"]),
    webhookSchedule: [0, 0.05, 0.05],
    ...options.config,
  };
  const running = await start(config, withFinder(options.replacements));
  if (!options.keepsCalendar) running.deps.calendar()?.stop();
  document ??= await readDocument(running.url);
  conformance ??= createConformance(document);
  const watch = options.watchesVersions ? createVersionWatch(document) : undefined;
  const client = (headers: Record<string, string> = {}) => createClient(running.url, headers, { watch });
  return {
    ...running,
    client,
    account: () => createTestAccount(running, client),
    requireNoMissedRows: () => requireNone(missedRows(running.deps)),
    async stop() {
      const missed = missedRows(running.deps);
      await running.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      requireNone(missed);
    },
  };
}

function requireNone(missed: string[]): void {
  if (missed.length > 0) throw new Error(`Due rows that no job knows of: ${missed.join(", ")}`);
}

/** No test may leave anything due that its job would find only by reading all rows. */
function missedRows({ loops, clock, stopping }: Running["deps"]): string[] {
  if (stopping.aborted) return [];
  return loops
    .flatMap(({ jobs }) => jobs)
    .flatMap((job) => {
      const missed = job.findMissed(clock.now());
      return missed === undefined ? [] : [`${job.name} ${missed.id}`];
    });
}

/** Carriers that a test plays are found by id too, as those of rows are. */
function withFinder(replacements: Replacements = {}): Replacements {
  const { carriers } = replacements;
  if (carriers === undefined) return replacements;
  const carrier: Replacements["carrier"] = (environment, id) =>
    carriers(environment, "").find(({ identity }) => identity.id === id);
  return { carrier, ...replacements };
}

/** The document says the same on every server. */
let document: OpenApi | undefined;
let conformance: Conformance | undefined;

export async function readDocument(url: string): Promise<OpenApi> {
  const response = await fetch(`${url}/api/v1/openapi.json`);
  return (await response.json()) as OpenApi;
}

let accounts = 0;
/** Made once: it is what an account costs most. */
let passwordHash: Promise<string> | undefined;

/** The first user of a new account, who has the tests' password. Returns the session's token. */
export async function openTestAccount(
  deps: Running["deps"],
  email: string,
  name: string,
  origin: RequestOrigin | null,
): Promise<OpenedSession> {
  const { hashPassword } = await load("access/accounts/proof/password.ts");
  const { openAccount } = await load("access/accounts/sign-in/service.ts");
  passwordHash ??= hashPassword(password, null);
  return openAccount(deps, { email, name, passwordHash: await passwordHash }, origin);
}

async function createTestAccount(running: Running, client: TestServer["client"]): Promise<TestAccount> {
  accounts += 1;
  const email = `tester-${accounts}@example.com`;
  const { token, view } = await openTestAccount(running.deps, email, "Test", null);
  const { issueKey } = await load("access/keys/service.ts");
  const key = async (environment: Environment) =>
    (await issueKey(running.deps, operatorIn(view.account.id), { name: "test", environment })).secret;
  const sandboxKey = await key("sandbox");
  const liveKey = await key("live");
  const cookie = `waybill_session=${token}`;
  return {
    accountId: view.account.id,
    email,
    cookie,
    password,
    sandboxKey,
    liveKey,
    sandbox: client({ "x-api-key": sandboxKey }),
    live: client({ authorization: `Bearer ${liveKey}` }),
    session: client({ cookie, "sec-fetch-site": "same-origin" }),
  };
}

/** The whole answer; for a stream, which may not end, its beginning. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get("content-type") !== "text/event-stream") return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

interface ClientOptions {
  /** Sees what the server answers. */
  watch?: VersionWatch | undefined;
  /** Ends the requests that are not answered by then. */
  signal?: AbortSignal;
}

/** A client of any server, such as one in a child process. */
export function createClient(
  url: string,
  common: Record<string, string>,
  { watch, signal }: ClientOptions = {},
): Client {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(url + path, {
      redirect: "manual",
      ...(signal && { signal }),
      ...init,
      headers: { ...common, ...(init.headers as Record<string, string> | undefined) },
    });
    const text = await textOf(response);
    const { status, headers: answered } = response;
    conformance?.({ method: init.method ?? "GET", path, status, headers: answered, text });
    const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
    const body = isJson && text !== "" ? JSON.parse(text) : null;
    watch?.(body);
    return { status: response.status, headers: response.headers, body, text };
  };
  const withBody =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      });
  return {
    send,
    get: (path, headers = {}) => send(path, { headers }),
    delete: (path, headers = {}) => send(path, { method: "DELETE", headers }),
    post: withBody("POST"),
    put: withBody("PUT"),
    patch: withBody("PATCH"),
  };
}

/** Polls until `look` returns something; fails with its name if that takes too long. */
export async function eventually<T>(
  name: string,
  look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const givesUpAt = performance.now() + eventuallyMaxMs;
  while (performance.now() < givesUpAt) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await Bun.sleep(lookEveryMs);
  }
  throw new Error(`it never came to: ${name}`);
}
