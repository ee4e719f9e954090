import { describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { findCycles, type Import, readSources, type SourceFile } from "./support/imports.ts";

/**
 * The rules of `src/README.md` as tables. What fails here names the file and the import; the remedy is another
 * place for the code, or a line in one of these tables with its reason, agreed and written into the README.
 */

const files = await readSources();
const linesMax = 250;

/** What a file of a feature is, by its name; `<folder>/<name>` names one feature's piece. */
const vocabulary = {
  routes: ["routes"],
  schema: ["schema", "request-schema"],
  service: ["service"],
  store: [
    "store",
    "deliveries/log-store",
    "events/list-store",
    "limits/storage-store",
    "shipments/list-store",
  ],
  table: ["table"],
  jobs: ["jobs"],
  // Types of events, and the table of all of them.
  events: ["events", "events/catalog", "events/definition"],
  // Rows → what is shown; pure.
  view: ["view", "tracking/page", "webhooks/letter"],
  // Verbs that run inside somebody else's transaction or for a job, named for what they do.
  verb: [
    "lifecycle",
    "accounts/administration",
    "accounts/opening",
    "accounts/failed-sign-ins",
    "accounts/familiar-networks",
    "accounts/operator",
    "accounts/password",
    "accounts/suspension",
    "accounts/verification",
    "assignments/booking",
    "assignments/settlement",
    "audit/chain",
    "audit/outbox",
    "deliveries/backlog",
    "deliveries/lanes",
    "deliveries/ordering",
    "deliveries/pace",
    "deliveries/queue",
    "deliveries/recovery",
    "deliveries/retention",
    "deliveries/sender",
    "deliveries/statistics",
    "deliveries/verdict",
    "events/watch",
    "limits/attempts",
    "limits/sessions",
    "limits/spending",
    "limits/storage",
    "quotes/rounds",
    "requests/recording",
    "sandbox/driver",
    "shipments/expiry",
    "shipments/patch",
    "tracking/positions",
    "tracking/proof",
    "tracking/report",
    "tracking/stream",
    "tracking/handover",
    "tracking/updates",
    "usage/counting",
    "mail/outbox",
    "webhooks/destination",
    "webhooks/health",
    "webhooks/patch",
    "webhooks/resealing",
    "webhooks/signing",
    "webhooks/removal",
  ],
  // The domain: the noun of the folder, and nouns and pure rules beside it.
  noun: [
    "accounts/account",
    "accounts/caller",
    "accounts/common-passwords",
    "accounts/common-passwords.macro",
    "accounts/fair-queue",
    "accounts/throttle",
    "assignments/assignment",
    "audit/audit",
    "backups/backup",
    "deliveries/delivery",
    "events/blocks",
    "events/event",
    "idempotency/idempotency",
    "keys/key",
    "limits/limit",
    "limits/network",
    "limits/rate",
    "quotes/quote",
    "requests/backlog",
    "requests/masking",
    "requests/request",
    "sandbox/simulation",
    "shipments/draft",
    "shipments/example",
    "shipments/shipment",
    "shipments/status",
    "shipments/tracking-number",
    "shipments/window",
    "tracking/tracking",
    "usage/latency",
    "usage/tally",
    "webhooks/address",
    "mail/mail",
    "webhooks/faults",
    "webhooks/headers",
    "webhooks/webhook",
  ],
  // The network, other folders and processes.
  adapter: [
    "backups/folder",
    "backups/process",
    "backups/taking",
    "mail/smtp",
    "webhooks/inflow",
    "webhooks/post",
    "webhooks/transport",
  ],
} as const;

const features = [
  "accounts",
  "assignments",
  "audit",
  "backups",
  "deliveries",
  "events",
  "idempotency",
  "keys",
  "limits",
  "mail",
  "operator",
  "quotes",
  "requests",
  "sandbox",
  "shipments",
  "tracking",
  "usage",
  "webhooks",
];
/** Folders that are a kind by themselves; the rest are modules of the root, `config`, `deps`… */
const folders = [
  "carriers",
  "cli",
  "control",
  "dashboard",
  "db",
  "geography",
  "http",
  "jobs",
  "metrics",
  "reference",
];

type FeatureKind = keyof typeof vocabulary;
type Kind =
  | FeatureKind
  | "carriers"
  | "cli"
  | "control"
  | "dashboard"
  | "dashboard serving"
  | "db"
  | "geography"
  | "http"
  | "job machinery"
  | "metrics"
  | "reference"
  | "root";

interface Rule {
  /** What it may import at run time: kinds, `own <kind>` for its own feature, single files, packages. */
  runs: readonly string[];
  /** What it may name in types besides. */
  types?: readonly string[];
}

const values = ["clock.ts", "durations.ts", "vault.ts", "environment.ts", "errors.ts", "ids.ts", "geography"];
const typebox = "@sinclair/typebox";

/** What only the dashboard is made of; all of it ends up in its bundle. */
const browserPackages = [
  "react",
  "react-dom",
  "@mantine",
  "@tanstack",
  "@tabler",
  "leaflet",
  "world-atlas",
  "topojson-client",
  "topojson-specification",
];

const rules: Record<Kind, Rule> = {
  noun: {
    runs: ["noun", "durations.ts", "errors.ts", "geography", "ipaddr.js"],
    types: ["own schema", "carriers", "environment.ts", "vault.ts"],
  },
  schema: {
    runs: [typebox, "noun", "schema", "carriers", "http/schema.ts"],
    types: ["environment.ts"],
  },
  events: { runs: [typebox, "schema", "events", "http/schema.ts"], types: ["noun"] },
  view: { runs: ["noun", "view", "clock.ts", "geography"], types: ["schema", "store", "environment.ts"] },
  routes: {
    runs: ["elysia", typebox, "schema", "service", "verb", "http", "own view"],
    types: ["noun", "deps.ts", "environment.ts"],
  },
  service: {
    runs: [
      ...values,
      "noun",
      "own store",
      "service",
      "verb",
      "view",
      "events",
      "deps.ts",
      "db/until.ts",
      "http/pagination.ts",
      "http/schema.ts",
    ],
    types: ["schema", "store", "carriers", "adapter", "db/store.ts", "http/stream.ts"],
  },
  verb: {
    runs: [
      ...values,
      "noun",
      "own store",
      "service",
      "verb",
      "view",
      "events",
      "deps.ts",
      "carriers",
      "own schema",
      "db/write-behind.ts",
      "http/schema.ts",
      "standardwebhooks",
    ],
    types: ["schema", "store", "adapter", "db/store.ts"],
  },
  store: { runs: ["drizzle-orm", "db", "own table"], types: ["noun", "store"] },
  table: { runs: ["drizzle-orm", "db/rows.ts"], types: ["noun", "carriers", "environment.ts", "vault.ts"] },
  jobs: { runs: ["own service", "own verb", "job machinery"], types: ["deps.ts", "own store"] },
  adapter: { runs: ["own noun", "node", "nodemailer"], types: [] },
  carriers: {
    runs: ["carriers", "noun", "geography", "http/schema.ts", typebox, "@turf", "node", "pure-rand"],
    types: ["environment.ts", "errors.ts"],
  },
  http: {
    runs: ["http", ...values, "elysia", typebox, "memoirist", "webhooks/address.ts"],
    types: ["noun", "deps.ts", "bun"],
  },
  // What is told of the others: their schemas, errors and events.
  reference: {
    runs: ["reference", "http", "schema", "events", "errors.ts", "elysia", typebox],
    types: ["noun", "deps.ts"],
  },
  // Runs in the browser: of the others only what is pure there, and the shapes of the wire as types.
  dashboard: {
    runs: [
      "dashboard",
      "noun",
      "clock.ts",
      "durations.ts",
      "environment.ts",
      "geography/country.ts",
      ...browserPackages,
    ],
    types: ["schema"],
  },
  "dashboard serving": {
    runs: ["dashboard serving", "http", "errors.ts", "elysia", "node"],
    types: ["deps.ts", "bun"],
  },
  "job machinery": {
    runs: ["job machinery", "clock.ts", "croner"],
    types: ["deps.ts", "clock.ts", "log.ts", "environment.ts"],
  },
  // Told by others what goes on; nothing of it is loaded where nobody asked for metrics.
  metrics: {
    runs: ["metrics", "clock.ts", "environment.ts", "noun", "http/stream.ts", "prom-client"],
    types: ["deps.ts", "db/store.ts", "job machinery"],
  },
  db: {
    runs: ["db", "clock.ts", "errors.ts", "drizzle-orm", "better-sqlite3", "node"],
    types: ["environment.ts"],
  },
  geography: { runs: ["geography", "@turf", "country-to-currency", "node"], types: [] },
  cli: {
    runs: [
      "cli",
      "control",
      "config.ts",
      "variables.ts",
      "installation.ts",
      "server.ts",
      ...values,
      "service",
      "noun",
      "geography",
      "node",
      "commander",
      "waybill-client",
      "cli-table3",
    ],
    types: ["schema", "deps.ts", "environment.ts"],
  },
  // What commands do, and the socket by which a running server does it for them.
  control: {
    runs: [
      "control",
      ...values,
      "service",
      "verb",
      "noun",
      "schema",
      "view",
      "http/schema.ts",
      typebox,
      "node",
    ],
    types: ["deps.ts", "bun"],
  },
  root: {
    runs: [
      "root",
      "routes",
      "jobs",
      "carriers",
      "http",
      "job machinery",
      "geography",
      "reference",
      "dashboard serving",
    ],
    types: ["adapter", "db/store.ts"],
  },
};

const scalarFile = "../node_modules/@scalar/api-reference/dist/browser/standalone.js";

/** Imports that the table above does not have, each with its reason. One that is not there any more fails too. */
const declared: [from: string, to: string, why: string][] = [
  ["shipments/store.ts", "assignments/table.ts", "join: a shipment is always shown with its assignment"],
  ["limits/store.ts", "accounts/table.ts", "join: the tier of an account"],
  ["deliveries/store.ts", "events/table.ts", "join: a delivery's body is its event's"],
  ["deliveries/log-store.ts", "events/table.ts", "join: the events that an endpoint has no delivery of"],
  ["deliveries/log-store.ts", "webhooks/table.ts", "join: an endpoint that was removed shows no deliveries"],
  ["assignments/booking.ts", "shipments/store.ts", "reads a shipment by id without a caller"],
  ["assignments/settlement.ts", "shipments/store.ts", "reads a shipment by id without a caller"],
  ["quotes/rounds.ts", "shipments/store.ts", "reads a shipment by id without a caller"],
  ["tracking/service.ts", "shipments/store.ts", "shows the entries that changing a shipment writes"],
  ["tracking/stream.ts", "shipments/store.ts", "tells the entries that changing a shipment writes"],
  ["tracking/stream.ts", "http/stream.ts", "what a stream is made from, as types"],
  [
    "tracking/routes.ts",
    "dashboard/serving/assets.ts",
    "the script of the recipient's page is bundled there",
  ],
  ["tracking/routes.ts", "dashboard/serving/map-tiles.ts", "the recipient's page has a map too"],
  ["tracking/routes.ts", "dashboard/serving/page.ts", "where that script is served"],
  ["tracking/updates.ts", "shipments/store.ts", "reads a shipment by id without a caller"],
  ["deliveries/backlog.ts", "webhooks/store.ts", "what an endpoint's owner said of it, step by step"],
  ["deliveries/queue.ts", "webhooks/store.ts", "events stand below webhooks/service.ts, which appends them"],
  ["deliveries/sender.ts", "webhooks/store.ts", "reads an endpoint by id without a caller"],
  ["webhooks/post.ts", "webhooks/inflow.ts", "bounds what a receiver sends"],
  ["webhooks/transport.ts", "webhooks/inflow.ts", "says what a receiver did"],
  ["webhooks/transport.ts", "webhooks/post.ts", "sends what was judged"],
  ["backups/folder.ts", "db/data-folder-error.ts", "what is wrong with the folder"],
  ["backups/process.ts", "backups/folder.ts", "which backups are there"],
  ["backups/process.ts", "db/packaged.ts", "whether this process runs from source"],
  ["backups/taking.ts", "../package.json", "which version makes them"],
  ["backups/taking.ts", "backups/folder.ts", "which backups are there"],
  ["backups/taking.ts", "clock.ts", "how times are written"],
  ["backups/taking.ts", "db/condition.ts", "whether there is space"],
  ["backups/taking.ts", "db/copy.ts", "copies the databases"],
  ["backups/taking.ts", "db/data-folder-error.ts", "what is wrong with the folder"],
  ["backups/taking.ts", "db/data-folder.ts", "a folder that is made, locked and synced as theirs is"],
  ["backups/taking.ts", "db/native-addon.ts", "the driver, without open stores"],
  ["backups/process.ts", "db/check.ts", "what the command that it runs prints"],
  ["cli/backup.ts", "backups/taking.ts", "makes one, in this process"],
  ["cli/backup.ts", "db/data-folder.ts", "whose the folder is"],
  ["installation.ts", "backups/process.ts", "the backups of the running server"],
  ["operator/view.ts", "db/store.ts", "how large a database is, as types"],
  ["operator/view.ts", "jobs/report.ts", "how a job does, as types"],
  ["operator/view.ts", "carriers/carrier.ts", "what a carrier is, as types"],
  ["events/schema.ts", "events/catalog.ts", "the words of the filter are the types of events"],
  ["requests/schema.ts", "errors.ts", "the words of the filter are the codes of the catalogue"],
  ["http/gate.ts", "accounts/service.ts", "whose session this is"],
  ["http/gate.ts", "keys/service.ts", "whose key this is"],
  ["http/client-address.ts", "deps.ts", "remembers when it last warned of a proxy"],
  ["http/client-address.ts", "limits/network.ts", "which addresses a proxy may have"],
  ["http/problem.ts", "limits/attempts.ts", "how often a stranger may be wrong"],
  ["http/gate.ts", "limits/spending.ts", "how much a key's account may ask"],
  ["http/gate.ts", "limits/sessions.ts", "how much a signed-in person may ask"],
  ["http/idempotency.ts", "idempotency/idempotency.ts", "how the header is read"],
  ["http/idempotency.ts", "idempotency/service.ts", "what an equal request was answered before"],
  ["http/record.ts", "requests/masking.ts", "what the process's log has of a path"],
  ["http/record.ts", "requests/recording.ts", "what was asked and answered is kept"],
  ["http/stream.ts", "accounts/service.ts", "whether the session still counts"],
  ["http/stream.ts", "keys/service.ts", "whether the key still counts"],
  ["reference/browser-script.macro.ts", "node:fs", "read while the executable is built"],
  ["cli/dev.ts", "accounts/administration.ts", "makes the demo user, and gives it a password"],
  ["cli/dev.ts", "accounts/operator.ts", "the demo user runs the installation"],
  ["cli/check.ts", "db/check.ts", "what it is for"],
  ["cli/check.ts", "db/data-folder-error.ts", "what is damaged, in the command's own words"],
  ["cli/check.ts", "db/native-addon.ts", "the driver, without open stores"],
  ["cli/lost-log.ts", "db/data-folder.ts", "no server uses the folder meanwhile"],
  ["cli/lost-log.ts", "db/lost-log.ts", "what it is for"],
  ["cli/lost-log.ts", "db/native-addon.ts", "the driver, for the lock"],
  ["cli/lost-log.ts", "db/store.ts", "which databases there are"],
  ["cli/ephemeral.ts", "accounts/administration.ts", "makes an account that nobody signs in to"],
  ["cli/ephemeral.ts", "db/data-folder.ts", "removes what killed processes left"],
  ["cli/ephemeral.ts", "db/native-addon.ts", "removes what killed processes left"],
  ["cli/ephemeral.ts", "db/data-folder-error.ts", "where no temporary folder can be made"],
  ["cli/information.ts", "setting-kinds.ts", "how a setting's value reads in JSON"],
  ["cli/information.ts", "db/store.ts", "which schemas this executable knows"],
  ["cli/installation.ts", "db/data-folder-error.ts", "whether another process uses the folder"],
  ["cli/installation.ts", "db/data-folder.ts", "whose the folder is"],
  ["control/socket.ts", "db/data-folder-error.ts", "a socket of another user"],
  ["control/socket.ts", "db/data-folder.ts", "whose the socket is"],
  ["cli/migrate.ts", "db/store.ts", "opens the stores, which migrates them"],
  ["cli/serve.ts", "accounts/operator.ts", "prints the set-up link"],
  ["app.ts", "accounts/operator.ts", "pages tell whether somebody runs the installation"],
  ["control/operations.ts", "db/store.ts", "which schemas this executable knows"],
  ["control/operations.ts", "http/validation.ts", "says what is wrong with an input, as the API does"],
  ["server.ts", "control/socket.ts", "takes commands"],
  ["accounts/common-passwords.macro.ts", "@zxcvbn-ts/language-common", "read while the executable is built"],
  ["cli/exit-code.ts", "db/data-folder-error.ts", "what is wrong with a data folder has a code of its own"],
  ["cli/forward.ts", "webhooks/signing.ts", "signs as webhooks are signed"],
  ["cli/fault.ts", "log.ts", "where faults are told"],
  ["cli/notify.ts", "bun:ffi", "datagrams on a Unix socket, which Bun does not have"],
  ["cli/secrets.ts", "secret-key.ts", "encrypts with another key"],
  ["cli/secrets.ts", "setting-kinds.ts", "reads a key that is no setting"],
  ["secret-key.ts", "db/installation.ts", "which key the secrets are encrypted with"],
  ["secret-key.ts", "webhooks/resealing.ts", "what is encrypted with it"],
  ["installation.ts", "mail/smtp.ts", "the mail server of the running server"],
  ["setting-kinds.ts", "webhooks/address.ts", "settings that are blocks of addresses"],
  ["reference/document.ts", "events/event.ts", "every type of event, with its sentence"],
  ["reference/assets.ts", scalarFile, "draws the reference; embedded as it was published"],
  ["metrics/prometheus.ts", "backups/service.ts", "when the newest backup was taken"],
  ["metrics/prometheus.ts", "jobs/job.ts", "how long a task has been due"],
  ["deps.ts", "metrics/meter.ts", "what is told to the metrics"],
  ["installation.ts", "metrics/meter.ts", "hands it on"],
  ["installation.ts", "db/data-folder-error.ts", "a folder without space for the first secrets"],
  ["server.ts", "metrics/server.ts", "serves metrics where somebody asked for them"],
  ["installation.ts", "db/installation.ts", "reads the installation's own secrets"],
  ["installation.ts", "db/store.ts", "opens the stores"],
  ["config.ts", "deliveries/delivery.ts", "shows the schedule of webhooks"],
  ["config.ts", "limits/limit.ts", "the names of the tiers"],
  ["installation.ts", "limits/spending.ts", "what is not written yet is, before the stores close"],
  ["installation.ts", "sandbox/service.ts", "what the simulated carriers set going"],
  ["installation.ts", "requests/recording.ts", "what is not written yet is, before the stores close"],
  ["installation.ts", "usage/counting.ts", "what is not written yet is, before the stores close"],
  ["installation.ts", "webhooks/transport.ts", "the network of the running server"],
];

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
}

function kindOf(path: string): Kind | undefined {
  const folder = folderOf(path);
  if (folder === "") return "root";
  if (folder === "jobs") return "job machinery";
  if (path.startsWith("dashboard/serving/")) return "dashboard serving";
  if (folders.includes(folder)) return folder as Kind;
  const name = path.replace(/\.tsx?$/, "");
  const kinds = Object.keys(vocabulary) as FeatureKind[];
  const named = (kind: FeatureKind, what: string) => (vocabulary[kind] as readonly string[]).includes(what);
  return (
    kinds.find((kind) => named(kind, name)) ??
    kinds.find((kind) => named(kind, name.slice(folder.length + 1)))
  );
}

/** The words by which a rule can allow an import. */
function labelsOf(file: SourceFile, { target, isPackage }: Import): string[] {
  if (!isPackage && /\.(json|bin)$/.test(target)) return ["cli", "geography"];
  if (!isPackage && /\.(css|md|svg|tsv)$/.test(target)) return ["reference", "dashboard"];
  if (isPackage) return [target, target.replace(/^(@[^/]+\/[^/]+|[^@/]+)\/.*$/, "$1"), packageGroup(target)];
  const kind = kindOf(target) ?? "unknown";
  return [target, kind, ...(folderOf(target) === folderOf(file.path) ? [`own ${kind}`] : [])];
}

function packageGroup(name: string): string {
  if (name.startsWith("node:")) return "node";
  return name.startsWith("@") && !name.startsWith(typebox) ? name.slice(0, name.indexOf("/")) : name;
}

function isAllowed(file: SourceFile, entry: Import): boolean {
  const kind = kindOf(file.path);
  if (!kind) return false;
  const { runs, types = [] } = rules[kind];
  const labels = labelsOf(file, entry);
  return labels.some((label) => runs.includes(label) || (entry.isType && types.includes(label)));
}

const isDeclared = (file: SourceFile, entry: Import) =>
  declared.some(([from, to]) => from === file.path && to === entry.target);

/** Root modules are told apart by what they may be used for; packages only by name. */
const rootPackages: Record<string, readonly string[]> = {
  "app.ts": ["elysia"],
  "ids.ts": ["node:crypto", "typeid-js"],
  "log-output.ts": ["node:fs"],
  "setting-kinds.ts": ["node:fs"],
  "vault.ts": ["node:crypto"],
  "log.ts": ["pino"],
  "main.ts": ["./cli"],
};

const unlisted = files.flatMap((file) =>
  file.imports
    .filter((entry) => !isAllowed(file, entry))
    .filter((entry) => !(rootPackages[file.path]?.includes(entry.target) ?? false))
    .filter((entry) => !(file.path === "main.ts" && folderOf(entry.target) === "cli"))
    .map((entry) => ({ file, entry })),
);

describe("imports", () => {
  test("are those of the table, or declared", () => {
    const offending = unlisted
      .filter(({ file, entry }) => !isDeclared(file, entry))
      .map(
        ({ file, entry }) =>
          `${file.path} (${kindOf(file.path)}) imports ${entry.target}${entry.isType ? " as types" : ""}`,
      );
    expect(offending).toEqual([]);
  });

  test.each([
    ["shipments/routes.ts", "shipments/store.ts"],
    ["shipments/routes.ts", "type shipments/store.ts"],
    ["shipments/routes.ts", "shipments/table.ts"],
    ["shipments/routes.ts", "db/store.ts"],
    ["shipments/service.ts", "elysia"],
    ["shipments/service.ts", "drizzle-orm"],
    ["shipments/service.ts", "quotes/store.ts"],
    ["shipments/service.ts", "shipments/table.ts"],
    ["shipments/service.ts", "shipments/routes.ts"],
    ["shipments/service.ts", "config.ts"],
    ["shipments/store.ts", "shipments/service.ts"],
    ["shipments/store.ts", "quotes/table.ts"],
    ["shipments/store.ts", "elysia"],
    ["shipments/table.ts", "shipments/shipment.ts"],
    ["shipments/schema.ts", "elysia"],
    ["shipments/schema.ts", "type shipments/store.ts"],
    ["shipments/shipment.ts", "type deps.ts"],
    ["shipments/shipment.ts", "shipments/service.ts"],
    ["shipments/shipment.ts", "drizzle-orm"],
    ["shipments/view.ts", "type deps.ts"],
    ["shipments/view.ts", "shipments/store.ts"],
    ["shipments/jobs.ts", "shipments/store.ts"],
    ["shipments/jobs.ts", "quotes/rounds.ts"],
    ["shipments/lifecycle.ts", "elysia"],
    ["carriers/simulated/adapter.ts", "shipments/service.ts"],
    ["carriers/simulated/adapter.ts", "type deps.ts"],
    ["http/gate.ts", "shipments/service.ts"],
    ["http/body.ts", "type db/store.ts"],
    ["db/store.ts", "type deps.ts"],
    ["geography/town.ts", "errors.ts"],
    ["jobs/loop.ts", "shipments/service.ts"],
    ["cli/serve.ts", "shipments/store.ts"],
    ["app.ts", "shipments/service.ts"],
    ["shipments/helpers.ts", "errors.ts"],
    ["dashboard/pages/keys.tsx", "keys/schema.ts"],
    ["dashboard/pages/keys.tsx", "type keys/service.ts"],
    ["dashboard/api.ts", "@sinclair/typebox"],
    ["dashboard/serving/routes.ts", "dashboard/api.ts"],
    ["keys/service.ts", "dashboard/api.ts"],
    ["keys/routes.ts", "react"],
  ])("%s may not import %s", (path, what) => {
    const isType = what.startsWith("type ");
    const target = what.replace("type ", "");
    const entry = { target, isType, isPackage: !target.endsWith(".ts") };
    const file = { path, text: "", code: "", imports: [entry] };
    expect(isAllowed(file, entry) || isDeclared(file, entry)).toBe(false);
  });

  test("that are declared exist", () => {
    const needed = unlisted.map(({ file, entry }) => `${file.path} → ${entry.target}`);
    const idle = declared.filter(([from, to]) => !needed.includes(`${from} → ${to}`));
    expect(idle).toEqual([]);
  });

  test("make no circle", () => {
    expect(findCycles(files)).toEqual([]);
  });

  test("name files that exist", () => {
    const paths = new Set(files.map((file) => file.path));
    const lost = files.flatMap((file) =>
      file.imports
        .filter((entry) => !entry.isPackage && /\.tsx?$/.test(entry.target) && !paths.has(entry.target))
        .map((entry) => `${file.path} → ${entry.target}`),
    );
    expect(lost).toEqual([]);
  });

  test("a circle would be found", () => {
    const file = (path: string, target: string) => ({
      path,
      text: "",
      code: "",
      imports: [{ target, isType: false, isPackage: false }],
    });
    expect(findCycles([file("a.ts", "b.ts"), file("b.ts", "c.ts"), file("c.ts", "b.ts")])).toEqual([
      "b.ts → c.ts → b.ts",
    ]);
  });

  test("this reads them all", () => {
    const service = files.find((file) => file.path === "shipments/service.ts");
    const targets = service?.imports.map((entry) => `${entry.isType ? "type " : ""}${entry.target}`);
    expect(targets).toContain("type accounts/caller.ts");
    expect(targets).toContain("shipments/store.ts");
    const statements = files.flatMap(
      (file) => file.text.match(/^(import|export) .*from "|^\} from "/gm) ?? [],
    );
    expect(files.flatMap((file) => file.imports).length).toBeGreaterThanOrEqual(statements.length);
  });
});

describe("what only one place may do", () => {
  const only: [what: string, pattern: RegExp, where: RegExp][] = [
    [
      "read the environment",
      /\b(process|Bun|import\.meta)\s*\.\s*env\b|getenv/,
      /^(config|variables|dashboard\/serving\/bundle)\.ts$/,
    ],
    [
      "read the clock",
      /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.|\bBun\.nanoseconds|\bhrtime/,
      /^(clock|reference\/page-script)\.ts$/,
    ],
    [
      "make random numbers",
      /\bMath\.random\b|\bcrypto\.(?!subtle)|\brandom(UUID|Bytes|Int)\b|getRandomValues/,
      /^(ids|dashboard\/api)\.ts$/,
    ],
    ["know the driver", /["'](better-sqlite3|drizzle-orm\/better-sqlite3)["']/, /^db\//],
    ["use another driver", /["']bun:sqlite["']|["']node:sqlite["']|\bBun\.(sql|SQL)\b/, /^$/],
    [
      "fetch",
      /\bfetch\(/,
      /^(app\.ts|server\.ts|metrics\/server\.ts|control\/socket\.ts|cli\/(demo|forward)\.ts|dashboard\/(api|connection|stream|recipient\/recipient)\.ts|reference\/(page|set-up)-script\.ts)$/,
    ],
    ["ask by node:http", /["']node:https?["']/, /^webhooks\/(inflow|post)\.ts$/],
    ["end the process", /\bprocess\.exit\b/, /^(db\/open-store\.ts|main\.ts|cli\/.*)$/],
    ["write to the console", /\bconsole\./, /^cli\//],
  ];
  test.each(only)("%s", (_what, pattern, where) => {
    const offending = files.filter((file) => pattern.test(file.code) && !where.test(file.path));
    expect(offending.map((file) => `${file.path}: ${pattern.exec(file.code)?.[0]}`)).toEqual([]);
  });

  test.each([
    ["a default export", /^export default\b/m],
    ["an enum", /^(export )?(const )?enum\b/m],
    ["a decorator", /^\s*@\w+\(/m],
    ["a class that is no error", /\bclass \w+(?! extends Error)\b(?=\s*[{e])(?!\s+extends Error)/],
    ["any", /(:|<|\bas) any\b/],
  ])("nobody writes %s", (_what, pattern) => {
    expect(files.filter((file) => pattern.test(file.code)).map((file) => file.path)).toEqual([]);
  });

  test("no check is silenced", () => {
    const offending = files.filter((file) => /@ts-(ignore|expect-error|nocheck)/.test(file.text));
    expect(offending.map((file) => file.path)).toEqual([]);
  });

  test("nothing is left to do", () => {
    const offending = files.filter((file) => /\b(TODO|FIXME|XXX|HACK)\b/.test(file.text));
    expect(offending.map((file) => file.path)).toEqual([]);
  });

  test("nouns, schemas, views and tables wait for nothing", () => {
    const still: (Kind | undefined)[] = ["noun", "schema", "view", "table", "events"];
    const offending = files.filter(
      (file) => still.includes(kindOf(file.path)) && /\basync\b|\bawait\b/.test(file.code),
    );
    expect(offending.map((file) => file.path)).toEqual([]);
  });
});

describe("files", () => {
  test("have names that say what they are", () => {
    const strange = files.filter((file) => kindOf(file.path) === undefined).map((file) => file.path);
    expect(strange).toEqual([]);
  });

  test("are in a folder that is known, with no drawer for the rest", () => {
    const known = ["", ...features, ...folders];
    const strange = files.filter((file) => !known.includes(folderOf(file.path))).map((file) => file.path);
    expect(strange).toEqual([]);
    expect(
      files.filter((file) => /\b(utils?|common|lib|core|helpers?|misc)(\/|\.ts)/.test(file.path)),
    ).toEqual([]);
  });

  test("every piece in the vocabulary is there", () => {
    const paths = files.map((file) => file.path.replace(/\.tsx?$/, ""));
    const pieces = Object.values(vocabulary)
      .flat()
      .filter((name) => name.includes("/"));
    expect(pieces.filter((name) => !paths.includes(name))).toEqual([]);
  });

  test("are kebab-case", () => {
    const strange = files.filter(
      (file) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.macro)?\.tsx?$/.test(file.path),
    );
    expect(strange.map((file) => file.path)).toEqual([]);
  });

  test(`are one thing: at most ${linesMax} lines`, () => {
    const long = files.map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }));
    expect(long.filter(({ lines }) => lines > linesMax)).toEqual([]);
  });

  test("every feature has its own folder", () => {
    for (const folder of [...features, ...folders])
      expect(statSync(`src/${folder}`).isDirectory()).toBe(true);
  });
});
