/** As much of an OpenAPI 3.1 document as the tests look into. */
export interface OpenApi {
  info: Record<string, unknown>;
  paths: Record<string, Record<string, OperationObject>>;
  webhooks: Record<string, unknown>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, HeaderObject>;
    [kind: string]: Record<string, unknown>;
  };
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: Schema;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

export interface HeaderObject {
  required?: boolean;
  schema: Schema;
}

export interface ResponseObject {
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
  dependentRequired?: Record<string, string[]>;
}

/** An operation with the place where it stands in the document. */
export interface Documented {
  method: string;
  template: string;
  operation: OperationObject;
}

export function operationsOf(document: OpenApi): Documented[] {
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      operation,
    })),
  );
}
