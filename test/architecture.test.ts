import { describe, expect, test } from "bun:test";
import { posix } from "node:path";
import {
  fileGraph,
  findCycles,
  folderGraph,
  type Import,
  isSource,
  readSources,
  type SourceFile,
} from "./support/imports.ts";

/**
 * The rules of `src/README.md` as tables. What fails here names the file and the import. The remedy is another
 * place for the code, or a line in `declared` or `small` with its reason.
 */

const files = await readSources();
const byPath = new Map(files.map((file) => [file.path, file]));
const linesMax = 250;
const linesMin = 15;
/** So many files import it that it is a noun of its own. */
const readersMin = 7;
const declaredMax = 6;
const smallMax = 10;

/** Each imports only what stands after it. */
const layers = ["main", "cli", "app", "web", "operator", "delivery", "messaging", "api", "access", "infra"];

/** The rooms of a layer: each imports only what stands after it. */
const rooms = [
  "delivery/sandbox",
  "delivery/privacy",
  "delivery/orders",
  "delivery/recipients",
  "delivery/connections",
  "delivery/fleet",
  "delivery/lifecycle",
  "delivery/carriers",
  "delivery/model",
];

/** Features whose rows others read too, and where their stores stand. What happens to a shipment changes the aggregate. */
const rowsBelow: Readonly<Record<string, string>> = {
  "delivery/connections/setup": "delivery/carriers",
  "delivery/connections/polling": "delivery/lifecycle/state",
  "delivery/lifecycle": "delivery/lifecycle/state",
  "delivery/lifecycle/assignments": "delivery/lifecycle/state",
  "delivery/fleet/dispatch": "delivery/lifecycle/driver-jobs",
};

/** Kinds that a file's name tells, with what it may never import, in types or at run time. */
const named = {
  routes: ["store", "table", "db", "drizzle-orm"],
  schema: ["routes", "verb", "store", "table", "jobs", "deps", "db", "elysia", "drizzle-orm"],
  events: ["routes", "verb", "store", "table", "jobs", "deps", "db", "elysia", "drizzle-orm"],
  view: ["routes", "verb", "jobs", "deps", "elysia", "drizzle-orm"],
  store: ["routes", "verb", "jobs", "foreign store", "foreign table", "elysia"],
  table: ["routes", "verb", "store", "jobs", "deps", "elysia"],
  jobs: ["routes", "store", "table", "db", "elysia", "drizzle-orm"],
} as const;

/** Kinds that stand alone, however little they hold: their name says where to look. */
const smallKinds =
  /(^|[/-])(table|schema|view|events|jobs|routes|pages|service|redaction|worker|packaged|texts)\.ts$|\.macro\.ts$|^main\.ts$/;

/** Other files below `linesMin` lines that few import, each with its reason. */
const small: [path: string, why: string][] = [
  ["access/people/invitation.ts", "the noun: shapes, letters and verbs read it"],
  ["delivery/carriers/kinds/simulated/random.ts", "`pure-rand` belongs here, and two rooms read it"],
  ["infra/config/webhook-schedules.ts", "the table of settings and the deliveries read it"],
  ["infra/db/embedded-migrations.ts", "a macro fills it, and the build reads it"],
  ["infra/db/handle.ts", "what needs a connection alone, such as a copy, does not load drizzle"],
  ["infra/geography/time-zone.ts", "it waits for a package, and what stands beside it is pure"],
  ["infra/unpacking.ts", "`node:zlib` belongs to `infra`, and its reader to `delivery`"],
  ["web/dashboard/pages/charges/tabs.tsx", "two pages that load apart"],
  ["web/dashboard/piece-hint.ts", "the finder and a page that load apart"],
  ["web/dashboard/shortcuts.ts", "the frame, and the help that loads on demand"],
];

/** A verb runs in a transaction, asks the network or keeps something: it stands on `deps`, on a store or on Node. */
const neverOfVerbs: readonly Label[] = ["routes", "foreign store", "foreign table", "elysia", "drizzle-orm"];

type Kind = keyof typeof named | "verb" | "pure";
type Label =
  | Kind
  | "foreign store"
  | "foreign table"
  | "deps"
  | "db"
  | "machinery"
  | "elysia"
  | "drizzle-orm";

/** What these packages do is computing: a file that uses them is still pure. */
const purePackages = [/^@sinclair\/typebox/, /^@turf\//, /^pure-rand/, "ipaddr.js", "country-to-currency"];
/** The programs of the browser: none imports another. What they share stands below them, and imports nothing of `web`. */
const programs = /^web\/(dashboard|driver|order|recipient)\//;
const shared = /^web\/browser\//;

/** Folders that hold features; the others are machinery, and have kinds of their own. */
const features = /^(operator|delivery|messaging|access|infra\/(mail|idempotency|backups))(\/|$)/;

/** Imports that the rules refuse, each with its reason. One that is not there any more fails too. */
const declared: [from: string, to: string, why: string][] = [
  ["access/limits/store.ts", "access/accounts/table.ts", "join: the tier of an account"],
  [
    "delivery/orders/shipments/store.ts",
    "delivery/lifecycle/state/table.ts",
    "shipments are rows of the aggregate",
  ],
  [
    "delivery/orders/shipments/list-store.ts",
    "delivery/lifecycle/state/table.ts",
    "shipments are rows of the aggregate",
  ],
  [
    "messaging/webhooks/deliveries/store.ts",
    "messaging/events/table.ts",
    "join: a delivery's body is its event's",
  ],
  [
    "messaging/webhooks/deliveries/log-store.ts",
    "messaging/events/table.ts",
    "join: the events that an endpoint has no delivery of",
  ],
];

const linesOf = (text: string) => text.trimEnd().split("\n").length;

const isDeclared = (from: string, to: string) => declared.some(([a, b]) => a === from && b === to);

function layerOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "main";
}

/** `delivery/orders`; undefined for what stands in a layer without rooms. */
function roomOf(path: string): string | undefined {
  return rooms.find((room) => path.startsWith(`${room}/`));
}

/** `messaging/events`, or `delivery/orders/shipments` in a room, also for what stands in a folder inside it. */
function featureOf(path: string): string {
  const depth = roomOf(path) === undefined ? 2 : 3;
  const feature = posix.dirname(path).split("/").slice(0, depth).join("/");
  return rowsBelow[feature] ?? feature;
}

function kindOf(path: string): Kind {
  const name = posix.basename(path).replace(/\.tsx?$/, "");
  const told = Object.keys(named).find((kind) => name === kind || name.endsWith(`-${kind}`));
  return (told as Kind | undefined) ?? (isPure(path) ? "pure" : "verb");
}

/** Pure files compute: they import pure ones only, but for types of rows, and wait for nothing. */
function isPure(path: string, seen: readonly string[] = []): boolean {
  const file = byPath.get(path);
  if (file === undefined || seen.includes(path)) return true;
  if (/\basync\b|\bawait\b/.test(file.code)) return false;
  return file.imports.every((entry) => {
    if (entry.isPackage) return entry.isType || isListed(entry.target, purePackages);
    if (!isSource(entry) || (entry.isType && !/(^|\/)deps\.ts$/.test(entry.target))) return true;
    return isPure(entry.target, [...seen, path]);
  });
}

const isListed = (name: string, patterns: readonly (string | RegExp)[]) =>
  patterns.some((pattern) => (typeof pattern === "string" ? pattern === name : pattern.test(name)));

function labelsOf(file: SourceFile, { target, isPackage }: Import): Label[] {
  if (isPackage)
    return (["elysia", "drizzle-orm"] as const).filter((name) => `${target}/`.startsWith(`${name}/`));
  if (/(^|\/)deps\.ts$/.test(target)) return ["deps"];
  if (!features.test(target)) return [target.startsWith("infra/db/") ? "db" : "machinery"];
  const kind = kindOf(target);
  const isForeign = featureOf(target) !== featureOf(file.path);
  return isForeign && (kind === "store" || kind === "table") ? [kind, `foreign ${kind}`] : [kind];
}

function pointsUp(from: string | undefined, to: string | undefined): boolean {
  return from !== undefined && to !== undefined && rooms.indexOf(to) < rooms.indexOf(from);
}

function leavesProgram(from: string, to: string): boolean {
  const program = (path: string) => programs.exec(path)?.[1];
  if (shared.test(from)) return to.startsWith("web/") && !shared.test(to);
  return program(from) !== undefined && program(to) !== undefined && program(from) !== program(to);
}

function refusedBy(file: SourceFile, entry: Import): string | undefined {
  if (isSource(entry) && layers.indexOf(layerOf(entry.target)) < layers.indexOf(layerOf(file.path)))
    return "layers";
  if (isSource(entry) && leavesProgram(file.path, entry.target)) return "programs";
  if (isSource(entry) && pointsUp(roomOf(file.path), roomOf(entry.target))) return "rooms";
  if (!features.test(file.path) || (!entry.isPackage && !isSource(entry))) return undefined;
  const kind = kindOf(file.path);
  const never: readonly Label[] = kind === "pure" ? [] : kind === "verb" ? neverOfVerbs : named[kind];
  const label = labelsOf(file, entry).find((label) => never.includes(label));
  // Types of rows are what a table's own verbs and views speak of.
  return label === undefined || (entry.isType && label.endsWith("store"))
    ? undefined
    : `${kind} never imports ${label}`;
}

const refused = files.flatMap((file) =>
  file.imports.flatMap((entry) => {
    const rule = refusedBy(file, entry);
    return rule === undefined ? [] : [{ from: file.path, to: entry.target, rule }];
  }),
);

describe("imports", () => {
  test("keep to the layers and to what a file's kind may import, or are declared", () => {
    const offending = refused.filter(({ from, to }) => !isDeclared(from, to));
    expect(offending.map(({ from, to, rule }) => `${from} → ${to} (${rule})`)).toEqual([]);
  });

  test(`that are declared exist, and are at most ${declaredMax}`, () => {
    const idle = declared.filter(([a, b]) => !refused.some(({ from, to }) => a === from && b === to));
    expect(idle).toEqual([]);
    expect(declared.length).toBeLessThanOrEqual(declaredMax);
  });

  test.each([
    ["infra/db/store.ts", "delivery/orders/shipments/service.ts"],
    ["infra/deps.ts", "app/config/reading.ts"],
    ["access/keys/service.ts", "messaging/webhooks/service.ts"],
    ["delivery/model/model.ts", "delivery/carriers/carrier.ts"],
    ["delivery/lifecycle/quotes/service.ts", "delivery/orders/shipments/service.ts"],
    ["delivery/orders/shipments/routes.ts", "delivery/orders/shipments/store.ts"],
    ["delivery/orders/shipments/routes.ts", "drizzle-orm"],
    ["delivery/orders/shipments/service.ts", "elysia"],
    ["delivery/orders/shipments/service.ts", "drizzle-orm"],
    ["delivery/orders/shipments/service.ts", "delivery/lifecycle/quotes/store.ts"],
    ["delivery/orders/shipments/service.ts", "delivery/orders/shipments/routes.ts"],
    ["delivery/lifecycle/quotes/store.ts", "delivery/lifecycle/quotes/service.ts"],
    ["delivery/lifecycle/quotes/store.ts", "messaging/events/table.ts"],
    ["delivery/lifecycle/quotes/table.ts", "delivery/lifecycle/quotes/service.ts"],
    ["delivery/lifecycle/quotes/schema.ts", "delivery/lifecycle/quotes/service.ts"],
    ["delivery/lifecycle/quotes/jobs.ts", "delivery/lifecycle/quotes/store.ts"],
    ["delivery/carriers/kinds/simulated/adapter.ts", "elysia"],
    ["access/keys/routes.ts", "web/browser/api.ts"],
    ["web/browser/api.ts", "web/dashboard/queries.ts"],
    ["web/driver/queue.ts", "web/dashboard/merge-patch.ts"],
  ])("%s may not import %s", (path, target) => {
    const file = { path, text: "", code: "", imports: [] };
    const entry = { written: target, target, isType: false, isPackage: !target.endsWith(".ts") };
    expect(refusedBy(file, entry)).toBeDefined();
  });

  test("make no cycle of files, types counted", () => {
    expect(findCycles(fileGraph(files))).toEqual([]);
  });

  test.each(layers)("make no cycle of folders in %s", (layer) => {
    const inLayer = (path: string) => layerOf(path) === layer;
    const within = files
      .filter(({ path }) => inLayer(path))
      .map((file) => ({
        ...file,
        imports: file.imports.filter(({ target }) => inLayer(target) && !isDeclared(file.path, target)),
      }));
    expect(findCycles(folderGraph(within))).toEqual([]);
  });

  test("of the parts that a shipment's transitions change never lead back to what happens to it", () => {
    const parts = /^delivery\/lifecycle\/(state|tracking|charges|driver-jobs|assignments\/polling|labels)\//;
    const door = /^delivery\/lifecycle\/[^/]+\.ts$/;
    const back = files
      .filter(({ path }) => parts.test(path))
      .flatMap(({ path, imports }) =>
        imports.filter(({ target }) => door.test(target)).map(({ target }) => `${path} → ${target}`),
      );
    expect(back).toEqual([]);
    expect(files.filter(({ path }) => door.test(path)).length).toBeGreaterThan(10);
  });

  test("a cycle would be found", () => {
    const graph = new Map([
      ["a", new Set(["b"])],
      ["b", new Set(["c"])],
      ["c", new Set(["b"])],
    ]);
    expect(findCycles(graph)).toEqual(["b → c → b"]);
  });

  test("that would climb four folders begin at the sources: `@/infra/units.ts`", () => {
    const climbing = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ written, target }) => written.startsWith("../../../../") && !target.startsWith(".."))
        .map(({ written }) => `${path} → ${written}`),
    );
    expect(climbing).toEqual([]);
  });

  test("name files that exist", () => {
    const lost = files.flatMap((file) =>
      file.imports
        .filter((entry) => isSource(entry) && !byPath.has(entry.target))
        .map((entry) => `${file.path} → ${entry.target}`),
    );
    expect(lost).toEqual([]);
  });

  test("are all read", () => {
    const statements = files.flatMap(
      (file) => file.text.match(/^(import|export) .*from "|^\} from "/gm) ?? [],
    );
    expect(statements.length).toBeGreaterThan(2_000);
    expect(files.flatMap((file) => file.imports).length).toBeGreaterThanOrEqual(statements.length);
  });
});

/** Every package that is loaded at run time has one home; those in which code is written have several. */
const homes: [pattern: RegExp, where: RegExp][] = [
  [/^node:|^bun$/, /^(cli|app|infra|web\/(docs|serving))\/|^delivery\/carriers\/kinds\/simulated\/pictures/],
  [/^bun:ffi$/, /^cli\/notify\.ts$/],
  [/^elysia$/, /^(app\/app|api\/|infra\/(http|patches)\/|web\/(docs|serving|recipient)\/|.*routes\.ts$)/],
  [
    /^@sinclair\/typebox/,
    /(schema|events|routes)\.ts$|^(app|api|infra\/http|web\/docs|delivery\/(carriers|connections\/setup))\//,
  ],
  [/^memoirist$/, /^api\//],
  [/^drizzle-orm/, /(store|table)\.ts$|^infra\/(db|patches)\//],
  [/^better-sqlite3$/, /^infra\/db\//],
  [/^(typeid-js)$/, /^infra\/ids\.ts$/],
  [/^(pino)$/, /^infra\/log/],
  [/^croner$/, /^infra\/jobs\//],
  [/^qr$/, /^infra\/text\/qr\.ts$/],
  [/^libphonenumber-js\//, /^infra\/phone\/reader\.ts$/],
  [/^otplib$/, /^access\/accounts\//],
  [/^prom-client$/, /^infra\/metrics\//],
  [/^acme-client$/, /^app\/front\/acme\//],
  [/^aws4fetch$/, /^infra\/s3\//],
  [/^@block65\/webcrypto-web-push$/, /^access\/push\//],
  [/^modern-tar$/, /^infra\/backups\//],
  [/^nodemailer$/, /^infra\/mail\//],
  [/^ipaddr\.js$/, /^infra\/net\//],
  [/^(country-to-currency|@turf\/.*)$/, /^(infra\/geography|delivery\/carriers\/kinds\/simulated)\//],
  [/^@photostructure\/tz-lookup$/, /^infra\/geography\//],
  [/^pure-rand/, /^delivery\/carriers\/kinds\/simulated\//],
  [
    /^(@cantoo\/pdf-lib|fontkit|bwip-js|@hyzyla\/pdfium|@expo-google-fonts|fast-png)(\/|$)/,
    /^(delivery\/lifecycle\/labels|infra\/patches)\//,
  ],
  [/^papaparse$/, /^delivery\/orders\/imports\//],
  [/^rolldown$/, /^web\/serving\//],
  [/^minisearch$/, /^web\/docs\//],
  [/^@zxcvbn-ts\//, /^access\/accounts\//],
  [/^(commander|cli-table3)$/, /^cli\//],
  [/^waybill-client(\/|$)/, /^(cli|web\/(browser|dashboard|recipient))\//],
  [/^(react|react-dom|@mantine|@tanstack|@tabler)(\/|$)/, /^web\/dashboard\//],
  [/^pluscodes$/, /^web\/dashboard\/pages\/shipments\/place\//],
  [/^(fflate|read-excel-file)(\/|$)/, /^web\/dashboard\/pages\/imports\/workbook\//],
  [/^preact(\/|$)/, /^web\/(driver|order|sign-in)\//],
  [/^idb$/, /^web\/driver\//],
  [/^(leaflet|protomaps-leaflet|topojson-client)(\/|$)/, /^web\/(dashboard|driver|map|recipient)\//],
];

describe("packages", () => {
  test("are loaded where they belong", () => {
    const offending = files.flatMap((file) =>
      file.imports
        .filter((entry) => entry.isPackage && !entry.isType)
        .filter(
          ({ target }) => !homes.some(([pattern, where]) => pattern.test(target) && where.test(file.path)),
        )
        .map(({ target }) => `${file.path} → ${target}`),
    );
    expect(offending).toEqual([]);
  });

  test("have a home as long as they are used", () => {
    const used = files.flatMap((file) => file.imports.filter(({ isPackage }) => isPackage));
    const idle = homes.filter(([pattern]) => !used.some(({ target }) => pattern.test(target)));
    expect(idle.map(String)).toEqual([]);
  });
});

/** What runs in the browser: the dashboard, what it shares with the pages, the map, and the pages but for their HTML and routes. */
const inBrowser =
  /^web\/(browser|dashboard|map)\/|^web\/recipient\/recipient\.ts$|^web\/(driver|order)\/(?!(page|routes)\.ts$)/;

/** What it may take from the server's sources: shapes as types, and what is pure. */
test("what runs in the browser takes types of shapes and pure files only", () => {
  const offending = files
    .filter(({ path }) => inBrowser.test(path))
    .flatMap((file) =>
      file.imports
        .filter((entry) => isSource(entry) && !/^web\//.test(entry.target))
        .filter((entry) =>
          entry.isType ? /(^|\/)deps\.ts$/.test(entry.target) : !isBrowserPure(entry.target),
        )
        .map(({ target }) => `${file.path} → ${target}`),
    );
  expect(offending).toEqual([]);
});

/** Packages without imports of their own. The last two are loaded where somebody needs them. */
const browserPackages = ["country-to-currency", "qr", "@photostructure/tz-lookup"];

/** TypeBox would be most of the bundle, and the texts of errors a part of every page's first load. */
function isBrowserPure(path: string): boolean {
  if (path === "infra/error-catalog.ts") return false;
  const imports = byPath.get(path)?.imports.filter(({ isType }) => !isType) ?? [];
  return imports.every((entry) =>
    isSource(entry) ? isBrowserPure(entry.target) : browserPackages.includes(entry.target),
  );
}

describe("kinds", () => {
  const domain = files.filter(({ path }) => features.test(path));
  const nounOf = (path: string) => posix.basename(posix.dirname(path)).replace(/ies$/, "y").replace(/s$/, "");

  test("the noun of a feature is pure", () => {
    const nouns = domain.filter(
      ({ path }) => posix.basename(path, ".ts") === nounOf(path) && /s\/[^/]+$/.test(path),
    );
    expect(nouns.length).toBeGreaterThan(6);
    expect(nouns.filter(({ path }) => kindOf(path) !== "pure").map(({ path }) => path)).toEqual([]);
  });

  test("schemas, views, tables and event types wait for nothing and need no deps", () => {
    const still = domain.filter(({ path }) => /(^|[/-])(schema|view|table|events)\.ts$/.test(path));
    const offending = still.filter(
      (file) =>
        /\basync\b|\bawait\b/.test(file.code) ||
        file.imports.some(({ target }) => /(^|\/)deps\.ts$/.test(target)),
    );
    expect(offending.map(({ path }) => path)).toEqual([]);
  });
});

describe("what only one place may do", () => {
  const only: [what: string, pattern: RegExp, where: RegExp][] = [
    [
      "read the environment",
      /\b(process|Bun|import\.meta)\s*\.\s*env\b|getenv/,
      /^(app\/config\/(reading|variables)|web\/serving\/scripts|web\/docs\/operation-samples)\.ts$/,
    ],
    [
      "read the clock",
      /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.|\bBun\.nanoseconds|\bhrtime/,
      /^(infra\/clock|web\/docs\/api-script)\.ts$/,
    ],
    [
      "make random numbers",
      /\bMath\.random\b|\bcrypto\.(?!subtle)|\brandom(UUID|Bytes|Int)\b|getRandomValues/,
      /^(infra\/ids|web\/browser\/api)\.ts$/,
    ],
    ["know the driver", /["'](better-sqlite3|drizzle-orm\/better-sqlite3)["']/, /^infra\/(db|patches)\//],
    [
      "change what packages and Bun are inside",
      /\bprototype\b|getPrototypeOf|defineProperty/,
      /^infra\/patches\//,
    ],
    ["use another driver", /["']bun:sqlite["']|["']node:sqlite["']|\bBun\.(sql|SQL)\b/, /^$/],
    [
      "fetch",
      /\bfetch\(/,
      /^(app\/(app|server|admin-socket\/socket|front\/acme\/domain-check)\.ts|infra\/metrics\/server\.ts|cli\/(demo|forward|healthcheck)\.ts|web\/(browser\/(api|stream)|dashboard\/connection|driver\/worker|recipient\/page-parts|docs\/((api|docs|set-up)-script|operation-samples))\.ts)$/,
    ],
    ["ask by node:http", /["']node:https?["']/, /^infra\/net\//],
    ["end the process", /\bprocess\.exit\b/, /^(infra\/db\/open-store\.ts|main\.ts|cli\/.*)$/],
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
});

test("a patch of somebody else's code says what, why, its gain, its test, and how to remove it", async () => {
  const patches = files.filter(({ path }) => path.startsWith("infra/patches/"));
  expect(patches.length).toBeGreaterThan(0);
  const rule = / \* What: .+ \* Why: .+ \* Gain: .+ \* Test: (\S+)\n \* To remove: .+ \*\//s;
  const tests = patches.map(({ path, text }) => ({ path, test: rule.exec(text)?.[1] ?? "" }));
  const missing = await Promise.all(
    tests.map(async (of) => ((await Bun.file(of.test || ".none").exists()) ? [] : [of])),
  );
  expect(missing.flat()).toEqual([]);
});

describe("files", () => {
  test("of a layer with rooms stand in one, and in each room", () => {
    const homeless = files.filter(({ path }) => layerOf(path) === "delivery" && roomOf(path) === undefined);
    expect(homeless.map(({ path }) => path)).toEqual([]);
    expect(rooms.filter((room) => !files.some(({ path }) => roomOf(path) === room))).toEqual([]);
  });

  test("are imported by another, or a program or a thread begins there", () => {
    const begins =
      /(^|\/)main\.tsx?$|-(worker|script)\.ts$|^web\/(driver\/(driver\.tsx|worker\.ts)|order\/order\.tsx|sign-in\/sign-in\.tsx|recipient\/recipient\.ts)$/;
    const imported = new Set(files.flatMap(({ imports }) => imports.map(({ target }) => target)));
    const forgotten = files.filter(({ path }) => !imported.has(path) && !begins.test(path));
    expect(forgotten.map(({ path }) => path)).toEqual([]);
    expect(files.filter(({ path }) => begins.test(path)).length).toBeLessThan(20);
  });

  test("stand in a layer, with no drawer for the rest", () => {
    const strange = files.filter((file) => !layers.includes(layerOf(file.path)));
    expect(strange.map((file) => file.path)).toEqual([]);
    expect(files.filter((file) => layerOf(file.path) === "main").map((file) => file.path)).toEqual([
      "main.ts",
    ]);
    expect(
      files.filter((file) => /\b(utils?|common|lib|core|helpers?|misc)(\/|\.ts)/.test(file.path)),
    ).toEqual([]);
  });

  test("are kebab-case", () => {
    const strange = files.filter(
      (file) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.macro)?\.tsx?$/.test(file.path),
    );
    expect(strange.map((file) => file.path)).toEqual([]);
  });

  test(`with fewer than ${linesMin} lines are of a kind that stands alone, imported by many, or listed`, () => {
    const readersOf = (path: string) =>
      files.filter(({ imports }) => imports.some(({ target }) => target === path)).length;
    const alone = files
      .filter(({ text }) => linesOf(text) < linesMin)
      .map(({ path }) => path)
      .filter((path) => !smallKinds.test(path) && readersOf(path) < readersMin);
    expect(alone).toEqual(small.map(([path]) => path));
    expect(small.length).toBeLessThanOrEqual(smallMax);
  });

  test(`are one thing: at most ${linesMax} lines`, () => {
    const written = files.filter(({ text }) => !text.startsWith("// Generated"));
    const long = written.map(({ path, text }) => ({ path, lines: linesOf(text) }));
    expect(long.filter(({ lines }) => lines > linesMax)).toEqual([]);
  });
});
