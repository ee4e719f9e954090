import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { mergePatch } from "../../../infra/http/body.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { Query } from "../../../infra/http/schema.ts";
import { listContacts } from "./list.ts";
import { searchRecipients } from "./recall.ts";
import {
  ContactDetails,
  ContactPage,
  ContactQuery,
  CreateContact,
  FoundRecipients,
  PatchContact,
  RecipientSearch,
} from "./schema.ts";
import { createContact, getContact, patchContact } from "./service.ts";

const tags = ["Contacts"] as const;
const read = platform("contacts:read");
const write = platform("contacts:write");

export const contactRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/contacts" })
    .use(withCaller)
    .get(
      "",
      ({ query, caller, request, set }) => linkNext(listContacts(deps, caller, query), request, set.headers),
      {
        query: ContactQuery,
        response: { 200: ContactPage },
        detail: operation(read, {
          operationId: "listContacts",
          tags,
          summary: "List contacts",
          description: "Newest first. A page of a search may be short or empty while `has_more` is true.",
        }),
      },
    )
    .post("", ({ body, caller }) => createContact(deps, caller, body), {
      body: CreateContact,
      query: Query({}),
      response: { 201: ContactDetails },
      detail: operation(write, {
        operationId: "createContact",
        tags,
        summary: "Save a contact",
        description:
          "At most 100,000 in each environment. Shipments make no contacts. One that nobody used for as many days as the account keeps personal data is erased.",
        problems: ["limit_reached", "coordinates_contradict_address"],
        answer: { location: "/api/v1/platform/contacts/{id}", etag: true },
      }),
    })
    .get("/:id", ({ params: { id }, caller }) => getContact(deps, caller, id), {
      query: Query({}),
      response: { 200: ContactDetails },
      detail: operation(read, {
        operationId: "getContact",
        tags,
        summary: "Read a contact",
        description: "What somebody saved, with the place where they gave one.",
        answer: { etag: true, empty: { 304: "Not modified: your version is current." } },
      }),
    })
    .patch(
      "/:id",
      ({ params: { id }, body, caller, request }) => patchContact(deps, caller, id, body, matcherOf(request)),
      {
        body: PatchContact,
        query: Query({}),
        response: { 200: ContactDetails },
        detail: operation(write, {
          operationId: "patchContact",
          tags,
          body: mergePatch,
          summary: "Change a contact",
          description:
            "A JSON merge patch (RFC 7396). A changed address without `latitude` and `longitude` loses its earlier ones. Shipments stay as they are.",
          problems: ["precondition_failed", "coordinates_contradict_address"],
          answer: { etag: true },
        }),
      },
    );

export const recipientSearchRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/recipients" })
    .use(withCaller)
    .post("/search", ({ body, caller }) => searchRecipients(deps, caller, body), {
      body: RecipientSearch,
      query: Query({}),
      response: { 200: FoundRecipients },
      detail: operation(read, {
        operationId: "searchRecipients",
        tags,
        summary: "Find a recipient",
        description:
          "Recalls whom a phone number, a name or a street means: your contacts, and the recipients of your shipments of the last 90 days whose personal data was not erased. Coordinates are those that somebody gave. Nothing is stored but the line of the request log.",
        isRepeatable: true,
      }),
    });
