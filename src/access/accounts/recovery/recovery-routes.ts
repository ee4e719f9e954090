import { Elysia } from "elysia";
import type { Deps } from "../../../infra/deps.ts";
import { withOrigin, withSession } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import { ChangeEmail, RequestReset, ResetPassword } from "../schema.ts";
import { requestEmailChange } from "./email-change.ts";
import { requestReset, resetByLink } from "./password-reset.ts";

const tags = ["Accounts"] as const;
/** Anybody may send these bodies. */
const smallBody = { bytesMax: 8 * 1024 };
const open = { kind: "public" } as const;

export const recoveryRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/auth" })
    .use(
      new Elysia()
        .use(withOrigin)
        .post("/password-reset", ({ body, origin }) => requestReset(deps, body, origin), {
          body: RequestReset,
          query: NoQuery,
          detail: operation(open, {
            operationId: "requestPasswordReset",
            tags,
            body: smallBody,
            summary: "Request a link for a new password",
            description:
              "Emails the link if a user has this address, at most one an hour. The response is the same for all addresses.",
            problems: ["mail_unavailable", "mail_throttled"],
            answer: { empty: { 204: "If a user has this address, a link is on its way." } },
          }),
        })
        .post("/password-reset/confirmation", ({ body, origin }) => resetByLink(deps, body, origin), {
          body: ResetPassword,
          query: NoQuery,
          detail: operation(open, {
            operationId: "resetPassword",
            tags,
            body: smallBody,
            summary: "Set a new password with a link",
            description:
              "Takes the token from the link. Ends all sessions of the user. A second factor stays on: sign in with its code.",
            problems: ["password_reset_refused", "busy"],
            answer: { empty: { 204: "The password is changed." } },
          }),
        }),
    )
    .use(withSession)
    .post("/email", ({ body, session }) => requestEmailChange(deps, session, body), {
      body: ChangeEmail,
      query: NoQuery,
      detail: operation(
        { kind: "session" },
        {
          operationId: "changeEmail",
          tags,
          body: smallBody,
          summary: "Change your email address",
          description:
            "Emails a link to the new address, for 24 hours; `POST /auth/email-verification/confirmation` takes its token. The old address is told. If this installation sends no email, the address changes at once.",
          problems: ["confirmation_required", "mail_throttled", "email_taken", "sign_up_throttled"],
          answer: { empty: { 204: "The link is on its way, or without email, the address is changed." } },
        },
      ),
    });
