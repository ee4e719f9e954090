/**
 * Types of what the pages in the browser call, from the OpenAPI document: each path with the type that its response has
 * in the sources. `bun run client/generate.ts` writes them, beside the types of the client.
 */
import { join } from "node:path";
import type { TSchema } from "@sinclair/typebox";

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

type Content = Record<string, { schema: { $ref?: string } }>;

/** A type of the sources: its file in `src/`, and how it is written where it is imported. */
interface Type {
  file: string;
  imported: string;
  written: string;
}

const source = join(import.meta.dir, "../src");
const base = "/api/v1";
/** Who a page is: a person, a driver's phone, whoever has the link of an order form, or nobody yet. */
const callers = ["session", "driver_device", "order_form"];
const reads = ["get"];
const writes = ["post", "put", "patch", "delete"];

const listPage = `/** A page of a list. */
export interface ListPage<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}
`;

/** Schemas that a function makes, because they need words of other features. */
const made: Record<string, Type> = {
  Event: typeIn("messaging/events/event.ts", "Envelope"),
  Usage: typeIn("access/usage/schema.ts", "UsageView"),
};

/** File in `src/` → what it should hold. */
export async function generateOperations(document: unknown): Promise<Record<string, string>> {
  const types = await readTypes();
  return {
    "web/browser/reads.ts": fileOf(document as Document, reads, types),
    "web/browser/writes.ts": fileOf(document as Document, writes, types),
  };
}

/** The name of each schema in the document → its type. */
async function readTypes(): Promise<ReadonlyMap<string, Type>> {
  const types = new Map(Object.entries(made));
  for (const file of [
    ...new Bun.Glob("{access,delivery,infra,messaging,operator}/**/*schema.ts").scanSync(source),
  ].sort()) {
    const text = await Bun.file(join(source, file)).text();
    for (const [name, value] of Object.entries<TSchema>(await import(join(source, file)))) {
      const { title } = Object(value) as Partial<TSchema>;
      if (typeof title !== "string" || types.has(title)) continue;
      const view = new RegExp(`^export type (\\w+) = Static<typeof ${name}>;`, "m").exec(text)?.[1];
      types.set(
        title,
        view ? typeIn(file, view) : { file, imported: name, written: `Static<typeof ${name}>` },
      );
    }
  }
  return types;
}

function typeIn(file: string, name: string): Type {
  return { file, imported: name, written: name };
}

function fileOf({ paths }: Document, methods: readonly string[], types: ReadonlyMap<string, Type>): string {
  const used = new Set<Type>();
  const blocks = methods.map((method) => {
    const lines = Object.entries(paths).flatMap(([path, operations]) => {
      const operation = operations[method];
      if (operation === undefined || !path.startsWith(base) || !isOfPages(operation)) return [];
      return `  "${keyOf(path)}": ${entryOf(operation, types, used)};`;
    });
    return `export interface ${nameOf(method)} {\n${lines.sort().join("\n")}\n}\n`;
  });
  const text = blocks.join("\n");
  return [
    `// Generated from the OpenAPI document by \`bun run client/generate.ts\`: change nothing here.\n`,
    importsOf(used, text),
    ...(text.includes("ListPage<") ? [listPage] : []),
    text,
  ].join("\n");
}

function isOfPages({ security }: Operation): boolean {
  return security.length === 0 || security.some((way) => callers.some((caller) => caller in way));
}

/** `/platform/shipments/{}/pin` */
function keyOf(path: string): string {
  return path.slice(base.length).replace(/\{\w+\}/g, "{}");
}

/** `post` → `Posts` */
function nameOf(method: string): string {
  return `${method[0]?.toUpperCase()}${method.slice(1)}${method === "patch" ? "es" : "s"}`;
}

function entryOf(
  { parameters = [], requestBody, responses }: Operation,
  types: ReadonlyMap<string, Type>,
  used: Set<Type>,
): string {
  const written = (content: Content | undefined, none: string) => {
    if (content === undefined) return none;
    const { schema } = content["application/json"] ?? {};
    if (schema === undefined) return "Blob";
    const name = schema.$ref?.split("/").at(-1);
    return name === undefined ? "object" : typeOf(name, types, used);
  };
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const answers = new Set(successes.map(([, { content }]) => written(content, "undefined")));
  const names = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => `"${name}"`);
  const members = [
    `answer: ${[...answers].join(" | ")}`,
    ...(requestBody ? [`body: ${written(requestBody.content, "undefined")}`] : []),
    ...(names.length > 0 ? [`query: ${names.join(" | ")}`] : []),
  ];
  return `{ ${members.join("; ")} }`;
}

/** A page of a list that only its route makes is one of its rows. What no `*schema.ts` exports, no page can read. */
function typeOf(name: string, types: ReadonlyMap<string, Type>, used: Set<Type>): string {
  const found = types.get(name);
  if (found) {
    used.add(found);
    return found.written;
  }
  const row = name.endsWith("Page") ? types.get(name.slice(0, -"Page".length)) : undefined;
  if (row === undefined) return "unknown";
  used.add(row);
  return `ListPage<${row.written}>`;
}

function importsOf(used: ReadonlySet<Type>, text: string): string {
  const files = Map.groupBy(used, ({ file }) => file);
  const lines = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, types]) => {
      const names = [...new Set(types.map(({ imported }) => imported))].sort();
      return `import type { ${names.join(", ")} } from "@/${file}";`;
    });
  return [
    ...(text.includes("Static<") ? ['import type { Static } from "@sinclair/typebox";'] : []),
    ...lines,
    "",
  ].join("\n");
}
