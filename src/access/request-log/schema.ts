import { type Static, Type } from "@sinclair/typebox";
import { errorCatalog } from "../../infra/error-catalog.ts";
import {
  createdFilters,
  Environment,
  Id,
  ListQuery,
  Named,
  Nullable,
  Page,
  Text,
  Timestamp,
  Words,
} from "../../infra/http/schema.ts";
import { loggedCallers, methods } from "./request.ts";

const request = {
  id: Id("req"),
  environment: Environment,
  method: Words(methods, { title: "RequestMethod" }),
  path: Type.String({ description: "Path with query." }),
  route: Type.String({ description: "The operation's `operationId`." }),
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  code: Nullable(Type.String({ description: "The error code of the response. Null for a success." })),
  fault: Nullable(
    Type.String({
      description:
        "The fault that a rule of the sandbox made: `status`, `delay`, `hang_up_before`, `hang_up_after`, `cut` or `content_type`. Null without one.",
    }),
  ),
  duration_ms: Type.Number({ minimum: 0, description: "Time from arrival to response." }),
  key_id: Nullable(Id("key")),
  token_id: Nullable(Id("tok"), { description: "The token of one of your own carriers." }),
  address: Type.String({ description: "The client's IP address." }),
  created_at: Timestamp,
};

const Body = (whose: string) =>
  Nullable(
    Type.String({
      description: `The first 16 KiB of the ${whose}, as JSON with secrets masked. Null also where the key may not see it.`,
    }),
  );

const example = {
  id: "req_01kq3zj5m0h9j8k7m6n5p4q3r2",
  environment: "sandbox",
  method: "POST",
  path: "/api/v1/platform/webhooks",
  route: "registerWebhook",
  status: 422,
  code: "validation_failed",
  fault: null,
  duration_ms: 1.42,
  key_id: "key_01kq3zj5m2e4x8r7w6v5t4s3q1",
  token_id: null,
  address: "198.51.100.7",
  created_at: "2026-01-31T09:30:00.000Z",
};

const RequestSchema = Named("LoggedRequest", request, { examples: [example] });
export const RequestWithBodies = Named(
  "LoggedRequestWithBodies",
  { ...request, request_body: Body("request body"), response_body: Body("response body") },
  {
    examples: [
      {
        ...example,
        request_body: '{"url":"http://shop.example","events":["*"]}',
        response_body: '{"title":"The request is not valid","status":422,"code":"validation_failed"}',
      },
    ],
  },
);
export type RequestView = Static<typeof RequestSchema>;
export type RequestWithBodies = Static<typeof RequestWithBodies>;
export const RequestPage = Page(RequestSchema);

const word = (description: string) => Type.Optional(Text({ minLength: 1, maxLength: 100, description }));

export const RequestQuery = ListQuery({
  status: Type.Optional(
    Type.String({
      pattern: "^[1-5]([0-9][0-9]|xx)$",
      description: "One status such as `404`, or a class such as `4xx`.",
    }),
  ),
  caller: Type.Optional(
    Words(loggedCallers, {
      description:
        "`key` for requests with a key, `session` for those of signed-in people, `token` for those of your own carriers.",
    }),
  ),
  method: Type.Optional(Words(methods)),
  route: word("The operation's `operationId`."),
  key_id: Type.Optional(Id("key")),
  token_id: Type.Optional(Id("tok")),
  request_id: Type.Optional(Id("req")),
  code: Type.Optional(Words(Object.keys(errorCatalog), { description: "An error code." })),
  ...createdFilters,
});
export type RequestQuery = Static<typeof RequestQuery>;
