import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { ContactRedaction, ContactRedactionSchema } from "./contact-schema.ts";
import { deleteContact, previewRedaction, redactContact } from "./contacts.ts";

const tags = ["Contacts"] as const;

export const contactErasureRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/contacts/:id" })
    .use(withCaller)
    .delete(
      "",
      ({ params: { id }, caller, request }) => deleteContact(deps, caller, id, matcherOf(request)),
      {
        query: Query({}),
        detail: operation(platform("contacts:write"), {
          operationId: "deleteContact",
          tags,
          summary: "Delete a contact",
          description:
            "Erases the contact for good, within seconds also from the request log and from the files. Shipments stay as they are.",
          problems: ["precondition_failed"],
          answer: { empty: { 204: "The contact is erased." } },
        }),
      },
    )
    .get("/redaction", ({ params: { id }, caller }) => previewRedaction(deps, caller, id), {
      query: Query({}),
      response: { 200: ContactRedactionSchema },
      detail: operation(platform("contacts:read"), {
        operationId: "previewContactRedaction",
        tags,
        summary: "Count what erasing a person would erase",
        description: "Erases nothing. Send the number of `shipments` to erase them.",
      }),
    })
    .post("/redaction", ({ params: { id }, body, caller }) => redactContact(deps, caller, id, body), {
      body: ContactRedaction,
      query: Query({}),
      response: { 200: ContactRedactionSchema },
      detail: operation(platform("contacts:write", "shipments:write"), {
        operationId: "redactContact",
        tags,
        summary: "Erase a person",
        description:
          "Erases the contact, and the personal data of every ended shipment that was delivered to its phone number or email address, with their returns, and ends the orders and standing orders to them. Read the count first and send it: if there are more by now, nothing is erased. Answers with how many were erased.",
        isSlow: true,
        problems: ["redaction_grew"],
      }),
    });
