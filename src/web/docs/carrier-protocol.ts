import type { TSchema } from "@sinclair/typebox";
import { BookCall, CancelCall, QuoteCall, UpdateCall } from "../../delivery/carriers/kinds/http/wire.ts";
import {
  BookedAnswer,
  CancelledAnswer,
  OffersAnswer,
  PendingAnswer,
  RefusedAnswer,
  RejectedAnswer,
  UnavailableAnswer,
} from "../../delivery/carriers/kinds/http/wire-answers.ts";
import { createComponents, exampleOf, type JsonSchema } from "./json-schema.ts";

/** The carrier protocol as an OpenAPI document, made from the schemas that check what carriers answer. */

interface Call {
  method: "post" | "patch";
  operationId: string;
  summary: string;
  description: string;
  body: TSchema;
  headers?: readonly string[];
  path?: readonly string[];
  /** By status: what it means, and its shapes. */
  answers: Readonly<Record<number, readonly [description: string, ...shapes: TSchema[]]>>;
}

const calls: Readonly<Record<string, Call>> = {
  "/quotes": {
    method: "post",
    operationId: "quote",
    summary: "Make offers for a shipment",
    description:
      "Answer within 3 seconds. The request names nobody: it has no contacts and no instructions. Without an offer, say why.",
    body: QuoteCall,
    answers: { 200: ["Your offers, or why you make none.", OffersAnswer, UnavailableAnswer] },
  },
  "/bookings": {
    method: "post",
    operationId: "book",
    summary: "Book a job",
    description:
      "Answer within 20 seconds. Waybill repeats the request after 1, 5 and 15 seconds and then every 30, until you answer or the booking deadline passes. Book once per `Idempotency-Key`, and repeat your first answer. Save the booking before you answer.",
    body: BookCall,
    headers: ["Idempotency-Key"],
    answers: {
      201: ["You have the job.", BookedAnswer],
      202: ["You decide later, and report the acceptance or the rejection.", PendingAnswer],
      409: ["You do not take the job.", RejectedAnswer],
    },
  },
  "/bookings/{assignment_id}": {
    method: "patch",
    operationId: "update",
    summary: "Change contacts or instructions",
    description: "Sent when the client changes them. It has both stops as they are now.",
    body: UpdateCall,
    path: ["assignment_id"],
    answers: { 204: ["Changed."] },
  },
  "/bookings/{assignment_id}/cancellation": {
    method: "post",
    operationId: "cancel",
    summary: "Cancel a job",
    description:
      "The client waits up to 10 seconds for your answer. Answer a repeated cancellation as the first one.",
    body: CancelCall,
    path: ["assignment_id"],
    answers: {
      200: ["Cancelled, or you decide later.", CancelledAnswer],
      204: ["Cancelled without a fee."],
      404: ["There is nothing to cancel. Waybill treats it as cancelled."],
      409: ["You keep the job.", RefusedAnswer],
    },
  },
};

const headerTexts: Readonly<Record<string, string>> = {
  "webhook-id": "Id of the message. It is the same on each repetition.",
  "webhook-timestamp":
    "When the request was sent, in seconds since 1970. Refuse a request older than five minutes.",
  "webhook-signature":
    "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, with the carrier's signing secret. Several are separated by spaces.",
  "Idempotency-Key": "The assignment's id. Book once for it.",
};
const headerExamples: Readonly<Record<string, string>> = {
  "webhook-id": "asg_01m7x5rdwme1ct34p92xd7wpnk_17",
  "webhook-timestamp": "1769851800",
  "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  "Idempotency-Key": "asg_01m7x5rdwme1ct34p92xd7wpnk",
};
const signatureHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

const description = `Your server answers these requests, and Waybill offers your services to its clients. The guide [Connect your own carrier](/docs/guides/connect-your-own-carrier) has a complete example.

- Waybill signs every request as [Standard Webhooks](https://www.standardwebhooks.com) 1.0. Refuse a wrong signature with \`401\`.
- Ignore members that you do not know: later versions may send more. Waybill ignores yours.
- Amounts are integers in minor units, such as cents. Times are RFC 3339 with a time zone.
- Waybill refuses a response that does not fit these shapes, is larger than 512 KiB, or contains \`<\` or \`>\` in a text. The carrier's owner sees the reason.
- Waybill follows no redirects.

Your server reports what happens to a job with the [Carrier API](/docs/api#tag/carrier-api).`;

/** The OpenAPI 3.1 document of what a carrier's server answers. */
export function createCarrierProtocol(): Record<string, unknown> {
  const { schemas, refer } = createComponents();
  const contentOf = (shapes: readonly TSchema[]) => {
    const referred = shapes.map((shape) => refer(shape, "answered"));
    const [only, ...others] = referred;
    const schema = others.length === 0 ? only : { oneOf: referred };
    const examples = shapes.map((shape) => [shape.title, { value: exampleOf(shape as JsonSchema) }]);
    return { "application/json": { schema, examples: Object.fromEntries(examples) } };
  };
  const answersOf = ({ answers }: Call) =>
    Object.entries(answers).map(([status, [text, ...shapes]]) => [
      status,
      { description: text, ...(shapes.length === 0 ? {} : { content: contentOf(shapes) }) },
    ]);
  const operationOf = (call: Call) => ({
    operationId: call.operationId,
    tags: ["Calls"],
    summary: call.summary,
    description: call.description,
    security: [],
    parameters: [
      ...(call.path ?? []).map((name) =>
        parameter("path", name, "The assignment's id.", headerExamples["Idempotency-Key"]),
      ),
      ...[...signatureHeaders, ...(call.headers ?? [])].map((name) =>
        parameter("header", name, headerTexts[name], headerExamples[name]),
      ),
    ],
    requestBody: { required: true, content: contentOf([call.body]) },
    responses: {
      ...Object.fromEntries(answersOf(call)),
      401: { description: "The signature is wrong, or the request is too old." },
    },
  });
  const paths = Object.entries(calls).map(([path, call]) => [path, { [call.method]: operationOf(call) }]);
  return {
    openapi: "3.1.1",
    info: {
      title: "Waybill carrier protocol",
      version: "v1",
      summary: "What the server of a carrier answers.",
      description,
      contact: { name: "The operator of this installation" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      {
        url: "{base_url}",
        description: "Your server.",
        variables: { base_url: { default: "https://carrier.example.com/waybill" } },
      },
    ],
    tags: [{ name: "Calls", description: "Requests that Waybill sends to the carrier's server." }],
    paths: Object.fromEntries(paths),
    components: { schemas },
  };
}

function parameter(place: "path" | "header", name: string, text: string | undefined, example: unknown) {
  return { name, in: place, required: true, description: text, schema: { type: "string" }, example };
}
