import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { closed, type Documented, type OpenApi, operationsOf } from "./openapi.ts";

/** Headers of HTTP, caches and browsers. They are the same everywhere, so the document does not list them. */
const untoldHeaders = new Set([
  "access-control-allow-credentials",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "content-security-policy",
  "content-type",
  "date",
  "keep-alive",
  "referrer-policy",
  "transfer-encoding",
  "vary",
  "x-accel-buffering",
  "strict-transport-security",
  "x-content-type-options",
]);

interface Exchange {
  method: string;
  /** The path with its query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

const problemType = "application/problem+json";

/** @throws Error for an answer that the document does not describe */
export type Conformance = (exchange: Exchange) => void;

/**
 * Checks answers against the server's own OpenAPI document. The document does not cover methods that a path lacks (405,
 * OPTIONS), HEAD, unknown paths, and what the HTTP parser refuses (431).
 */
export function createConformance(document: OpenApi): Conformance {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(closed(document), "openapi", undefined, false);
  const validators = new Map<string, ValidateFunction>();
  const operations = operationsOf(document).map((documented) => ({
    ...documented,
    pattern: new RegExp(`^${documented.template.replace(/\{\w+\}/g, "[^/]+")}$`),
    literals: documented.template.replace(/\{\w+\}/g, "").length,
  }));
  // If two templates match a path, the more literal one counts, OpenAPI §4.8.8.
  operations.sort((one, other) => other.literals - one.literals);

  function validatorOf(...place: string[]): ValidateFunction {
    const pointer = place.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#/${encodeURI(pointer)}` });
    validators.set(pointer, known);
    return known;
  }

  function contentFault(found: Documented, { status, headers, text }: Exchange): string | undefined {
    const { content } = found.operation.responses[status] ?? {};
    if (!content) return text === "" ? undefined : "has a body, and none is documented";
    const type = (headers.get("content-type") ?? "none").split(";", 1)[0] ?? "none";
    if (!content[type]) return `has the undocumented type ${type}`;
    if (!type.endsWith("json")) return undefined;
    const body = JSON.parse(text);
    if (type === problemType) {
      if (body.status !== status) return `says that its status is ${body.status}`;
      if (!content[type].examples?.[body.code]) return `has the undocumented code ${body.code}`;
    }
    const validate = validatorOf(...placeOf(found, status, type), "schema");
    if (validate(body)) return undefined;
    return `does not fit its schema: ${ajv.errorsText(validate.errors)}`;
  }

  /** Where the document describes an answer: at its operation, or among the shared responses. */
  function placeOf({ template, method }: Documented, status: number, type: string): string[] {
    const operation = method.toLowerCase();
    const response = document.paths[template]?.[operation]?.responses[status];
    const place =
      response && "$ref" in response
        ? response.$ref.split("/").slice(1)
        : ["paths", template, operation, "responses", String(status)];
    return [...place, "content", type];
  }

  function headersFault(found: Documented, { status, headers }: Exchange): string | undefined {
    const declared = Object.entries(found.operation.responses[status]?.headers ?? {});
    const names = new Set(declared.map(([name]) => name.toLowerCase()));
    for (const name of headers.keys()) {
      if (!names.has(name) && !untoldHeaders.has(name)) return `has the undocumented header ${name}`;
    }
    for (const [name, { $ref }] of declared) {
      const component = $ref.slice("#/components/headers/".length);
      const header = document.components.headers[component];
      const value = headers.get(name);
      if (value === null && header?.required) return `lacks the header ${name}`;
      if (value === null) continue;
      const typed = header?.schema.type === "integer" ? Number(value) : value;
      if (!validatorOf("components", "headers", component, "schema")(typed)) return `has ${name}: ${value}`;
    }
    return undefined;
  }

  return (exchange) => {
    const path = exchange.path.split("?", 1)[0] ?? "";
    const found = operations.find(({ method, pattern }) => method === exchange.method && pattern.test(path));
    if (exchange.status === 431 || !found) return;
    const isOther = ({ pattern, literals }: typeof found) => literals > found.literals && pattern.test(path);
    if (exchange.status === 405 && operations.some(isOther)) return;
    const fault = found.operation.responses[exchange.status]
      ? (contentFault(found, exchange) ?? headersFault(found, exchange))
      : "is an undocumented status";
    if (fault === undefined) return;
    const { operationId } = found.operation;
    throw new Error(`${operationId}: ${exchange.status} ${fault}\n${exchange.text.slice(0, 2000)}`);
  };
}
