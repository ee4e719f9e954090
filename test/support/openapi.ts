/** The parts of an OpenAPI 3.1 document that the tests use. */
export interface OpenApi {
  info: Record<string, unknown>;
  paths: Record<
    string,
    Record<string, Omit<OperationObject, "responses"> & { responses: Record<string, Referred> }>
  >;
  webhooks: Record<string, { post: { tags: string[] } }>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, HeaderObject>;
    responses: Record<string, ResponseObject>;
    [kind: string]: Record<string, unknown>;
  };
}

interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject>;
}

/** As in the document: shared responses are described once. */
type Referred = ResponseObject | { $ref: string };

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
}

interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

interface HeaderObject {
  required?: boolean;
  schema: Schema;
}

interface ResponseObject {
  headers?: Record<string, { $ref: string }>;
  links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
  content?: Record<string, MediaType>;
}

/** JSON Schema 2020-12, the keywords that the document uses. */
export interface Schema {
  $ref?: string;
  type?: "string" | "integer" | "number" | "boolean" | "null" | "array" | "object";
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  minProperties?: number;
  maxProperties?: number;
  if?: Schema;
  then?: Schema;
  else?: Schema;
  "x-known-values"?: string[];
}

/** An operation with its place in the document. */
export interface Documented {
  method: string;
  template: string;
  operation: OperationObject;
}

/** The operations, each with its responses in full. */
export function operationsOf(document: OpenApi): Documented[] {
  const inFull = (response: Referred): ResponseObject =>
    "$ref" in response ? responseAt(document, response.$ref) : response;
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      operation: { ...operation, responses: mapValues(operation.responses, inFull) },
    })),
  );
}

function responseAt({ components }: OpenApi, reference: string): ResponseObject {
  const found = components.responses[reference.slice("#/components/responses/".length)];
  if (!found) throw new Error(`there is no ${reference}`);
  return found;
}

function mapValues<From, To>(members: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
}

/**
 * A copy of the document with closed answers. The document leaves room for later versions, but this version must not use it:
 * an undocumented member or word is an error.
 */
export function closed(document: OpenApi): OpenApi {
  return JSON.parse(JSON.stringify(document), (_name, part: unknown) => {
    if (!isObject(part)) return part;
    const words = part["x-known-values"];
    if (Array.isArray(words)) return { ...part, enum: words };
    const isShape = part.type === "object" && part.properties !== undefined;
    return isShape && part.additionalProperties === undefined
      ? { ...part, additionalProperties: false }
      : part;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
