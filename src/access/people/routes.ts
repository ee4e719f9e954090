import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { mergePatch } from "../../infra/http/body.ts";
import { withSession } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { linkNext } from "../../infra/http/pagination.ts";
import { NoQuery } from "../../infra/http/schema.ts";
import { signedIn } from "../platform.ts";
import { invite, listInvitations, withdraw } from "./invitations.ts";
import { changeMember, listMadeCredentials, listMembers } from "./members.ts";
import {
  CreateInvitation,
  InvitationPage,
  InvitationQuery,
  InvitationWithUrl,
  LossQuery,
  MadeCredentials,
  MemberPage,
  MemberQuery,
  MemberSchema,
  PatchMember,
} from "./schema.ts";

const tags = ["People"] as const;
const reads = signedIn("people:read");
const writes = signedIn("people:write");
const smallBody = { bytesMax: 8 * 1024 };

export const peopleRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/account" })
    .use(withSession)
    .get(
      "/members",
      ({ query, session, request, set }) => linkNext(listMembers(deps, session, query), request, set.headers),
      {
        query: MemberQuery,
        response: { 200: MemberPage },
        detail: operation(reads, {
          operationId: "listMembers",
          tags,
          summary: "List the people of your account",
          description: "Newest first, with their roles.",
        }),
      },
    )
    .patch(
      "/members/:id",
      ({ params: { id }, body, query, session }) =>
        changeMember(deps, session, id, { ...body, revokes: query.revoke_credentials === "true" }),
      {
        body: PatchMember,
        query: LossQuery,
        response: { 200: MemberSchema },
        detail: operation(writes, {
          operationId: "patchMember",
          tags,
          body: { ...mergePatch, ...smallBody },
          summary: "Change a person's role",
          description:
            "Takes effect with the person's next request; their open streams end. What the person created stays, unless you send `?revoke_credentials=true`. At least one owner remains.",
          problems: ["confirmation_required", "last_owner"],
        }),
      },
    )
    .get(
      "/members/:id/credentials",
      ({ params: { id }, session }) => listMadeCredentials(deps, session, id),
      {
        query: NoQuery,
        response: { 200: MadeCredentials },
        detail: operation(writes, {
          operationId: "getMemberCredentials",
          tags,
          summary: "List what a person created",
          description:
            "Keys and tokens that work, enabled webhook endpoints, and links that still connect phones of drivers, in both environments.",
        }),
      },
    )
    .get(
      "/invitations",
      ({ query, session, request, set }) =>
        linkNext(listInvitations(deps, session, query), request, set.headers),
      {
        query: InvitationQuery,
        response: { 200: InvitationPage },
        detail: operation(reads, {
          operationId: "listInvitations",
          tags,
          summary: "List open invitations",
          description:
            "Newest first, without their links. Accepted, withdrawn and expired ones are left out.",
        }),
      },
    )
    .post("/invitations", ({ body, session }) => invite(deps, session, body), {
      body: CreateInvitation,
      query: NoQuery,
      response: { 201: InvitationWithUrl },
      detail: operation(writes, {
        operationId: "invite",
        tags,
        body: smallBody,
        summary: "Invite a person",
        description:
          "Returns a link that works once, for 48 hours. Send it to the person, or let Waybill email it. A new invitation of the same address replaces the earlier one, and an invitation ends when its inviter is no longer an owner.",
        problems: ["confirmation_required", "email_taken", "sign_up_throttled", "limit_reached"],
        answer: { secret: true },
        isRepeatable: true,
        links: { withdrawInvitation: { id: "id" } },
      }),
    })
    .delete("/invitations/:id", ({ params: { id }, session }) => withdraw(deps, session, id), {
      query: NoQuery,
      detail: operation(writes, {
        operationId: "withdrawInvitation",
        tags,
        summary: "Withdraw an invitation",
        description: "Its link stops working at once.",
        answer: { empty: { 204: "The invitation is withdrawn." } },
      }),
    });
