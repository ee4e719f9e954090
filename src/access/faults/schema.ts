import { type Static, Type } from "@sinclair/typebox";
import { Id, Named, Text, TextLike, Words } from "../../infra/http/schema.ts";

const rulesMax = 50;
const timesMax = 1_000_000;
const delayMsMax = 60_000;
const retryAfterMax = 3_600;

const rule = {
  operation: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "Only this operation, by its `operationId`." }),
  ),
  method: Type.Optional(Words(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"], { title: "FaultMethod" })),
  path: Type.Optional(
    TextLike(
      "^/[!-~]*$",
      { code: "format", detail: "must be a path such as /api/v1/platform/shipments/*" },
      {
        minLength: 1,
        maxLength: 500,
        description: "Only this path, without its query. `*` stands for one segment.",
      },
    ),
  ),
  key_id: Type.Optional({ ...Id("key"), description: "Only requests with this API key." }),
  status: Type.Optional(
    Type.Integer({
      minimum: 400,
      maximum: 503,
      description:
        "The response is the problem document of this status, and the request has no effect: 400, 401, 403, 404, 409, 412, 422, 429, 500 or 503.",
    }),
  ),
  retry_after_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: retryAfterMax,
      description: "`Retry-After` of the status 429 or 503. Default: 1.",
    }),
  ),
  delay_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: delayMsMax,
      description: "The response comes this much later. It can be combined with another effect.",
    }),
  ),
  hang_up: Type.Optional(
    Words(["before", "after"], {
      title: "FaultHangUp",
      description:
        "The connection closes without a response: `before` the request has an effect, or `after` it. Not for `HEAD`.",
    }),
  ),
  cut: Type.Optional(
    Type.Literal(true, {
      description: "The connection closes in the middle of the response's body. Not for `HEAD`.",
    }),
  ),
  content_type: Type.Optional(
    TextLike(
      "^[!-~]+/[ -~]*[!-~]$",
      { code: "format", detail: "must be a media type such as text/html" },
      { minLength: 3, maxLength: 100, description: "The response has this Content-Type instead of its own." },
    ),
  ),
  times: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: timesMax,
      description: "Only the next so many requests. Without it, there is no limit.",
    }),
  ),
  share: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: "The share of the requests, drawn by `seed`." }),
  ),
  seed: Type.Optional(Text({ maxLength: 64, description: "The same seed draws the same requests." })),
};

const example = { operation: "getShipment", status: 503, times: 2 };

const FaultRule = Named("FaultRule", rule, { examples: [example] });
export type FaultRule = Static<typeof FaultRule>;

export const PutFaults = Named(
  "PutFaults",
  {
    rules: Type.Array(FaultRule, {
      minItems: 1,
      maxItems: rulesMax,
      description: "The first that matches applies.",
    }),
  },
  { examples: [{ rules: [example] }] },
);
export type PutFaults = Static<typeof PutFaults>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const FaultsSchema = Named(
  "Faults",
  {
    rules: Type.Array(
      Named("FaultRuleWithCounts", {
        ...rule,
        matched: count("How many requests it matched."),
        applied: count("How many requests it changed."),
      }),
    ),
  },
  { examples: [{ rules: [{ ...example, matched: 1, applied: 1 }] }] },
);
export type FaultsView = Static<typeof FaultsSchema>;
