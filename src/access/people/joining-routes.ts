import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withOrigin } from "../../infra/http/context.ts";
import { makeCookie } from "../../infra/http/cookie.ts";
import { operation } from "../../infra/http/operation.ts";
import { NoQuery } from "../../infra/http/schema.ts";
import { SessionSchema } from "../accounts/schema.ts";
import { acceptInvitation, readInvitation } from "./joining.ts";
import { AcceptInvitation, Invited, ReadInvitation } from "./schema.ts";

const tags = ["People"] as const;
const open = { kind: "public" } as const;
const smallBody = { bytesMax: 8 * 1024 };

/** For people who have the link of an invitation and nothing else. */
export const joiningRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/auth/invitation" })
    .use(withOrigin)
    .post("", ({ body }) => readInvitation(deps, body.token), {
      body: ReadInvitation,
      query: NoQuery,
      response: { 200: Invited },
      detail: operation(open, {
        operationId: "readInvitation",
        tags,
        body: smallBody,
        summary: "Read your invitation",
        description: "Takes the token from the link. Does not use the link up.",
        problems: ["invitation_refused", "account_suspended"],
      }),
    })
    .post(
      "/acceptance",
      async ({ body, origin, set }) => {
        const { token, view } = await acceptInvitation(deps, body, origin);
        set.headers["set-cookie"] = makeCookie(deps, "session", token);
        return view;
      },
      {
        body: AcceptInvitation,
        query: NoQuery,
        response: { 201: SessionSchema },
        detail: operation(open, {
          operationId: "acceptInvitation",
          tags,
          body: smallBody,
          summary: "Accept an invitation",
          description:
            "Creates your user with the invited address and role, even if sign-up is closed. The response's cookie signs you in.",
          problems: [
            "invitation_refused",
            "account_suspended",
            "email_taken",
            "sign_up_throttled",
            "limit_reached",
            "busy",
          ],
          answer: { cookie: true },
        }),
      },
    );
