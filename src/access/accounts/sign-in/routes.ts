import { Elysia } from "elysia";
import type { Deps } from "../../../infra/deps.ts";
import { withOrigin, withSession } from "../../../infra/http/context.ts";
import { endedCookie, makeCookie } from "../../../infra/http/cookie.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import { confirmEmail, requestLink } from "../recovery/verification.ts";
import {
  ChangePassword,
  ConfirmEmail,
  OwnSessionPage,
  OwnSessionQuery,
  SessionSchema,
  SetUp,
  SignIn,
  SignUp,
} from "../schema.ts";
import { endOtherSessions, endSession, getSession, listSessions, signOut } from "../sessions/sessions.ts";
import { setUp } from "./operator.ts";
import { changePassword, signIn, signUp } from "./service.ts";

const tags = ["Accounts"] as const;
/** Anybody may send these bodies. An address, a name and passwords of 256 characters need no more. */
const smallBody = { bytesMax: 8 * 1024 };
const open = { kind: "public" } as const;
const signedIn = { kind: "session" } as const;
const evenSuspended = { kind: "session", evenSuspended: true, asOneself: true } as const;

export const accountRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/auth" })
    .use(
      new Elysia()
        .use(withOrigin)
        .post(
          "/sign-up",
          async ({ body, origin, set }) => {
            const { token, view } = await signUp(deps, body, origin);
            set.headers["set-cookie"] = makeCookie(deps, "session", token);
            return view;
          },
          {
            body: SignUp,
            query: NoQuery,
            response: { 201: SessionSchema },
            detail: operation(open, {
              operationId: "signUp",
              tags,
              body: smallBody,
              summary: "Sign up",
              description: "Creates an account with its first user. The response's cookie signs the user in.",
              problems: ["sign_up_closed", "sign_up_throttled", "email_taken", "busy"],
              answer: { cookie: true },
            }),
          },
        )
        .post(
          "/setup",
          async ({ body, origin, set }) => {
            const { token, view } = await setUp(deps, body, origin);
            set.headers["set-cookie"] = makeCookie(deps, "session", token);
            return view;
          },
          {
            body: SetUp,
            query: NoQuery,
            response: { 201: SessionSchema },
            detail: operation(open, {
              operationId: "setUp",
              tags,
              body: smallBody,
              summary: "Set up the installation",
              description:
                "Creates the operator of the installation with the token of the set-up link. The response's cookie signs the operator in.",
              problems: ["set_up_refused", "email_taken", "busy"],
              answer: { cookie: true },
            }),
          },
        )
        .post(
          "/sign-in",
          async ({ body, origin, set }) => {
            const { token, view } = await signIn(deps, body, origin);
            set.headers["set-cookie"] = makeCookie(deps, "session", token);
            return view;
          },
          {
            body: SignIn,
            query: NoQuery,
            response: { 200: SessionSchema },
            detail: operation(open, {
              operationId: "signIn",
              tags,
              body: smallBody,
              summary: "Sign in",
              description:
                "The response's cookie is the session. Users with a second factor also send a code. Failed attempts slow down further ones, per user and per address.",
              problems: [
                "sign_in_failed",
                "second_factor_required",
                "second_factor_failed",
                "sign_in_throttled",
                "account_suspended",
                "busy",
              ],
              answer: { cookie: true },
            }),
          },
        )
        .post(
          "/email-verification/confirmation",
          ({ body, origin }) => confirmEmail(deps, body.token, origin),
          {
            body: ConfirmEmail,
            query: NoQuery,
            detail: operation(open, {
              operationId: "confirmEmail",
              tags,
              body: smallBody,
              summary: "Verify an email address",
              description:
                "Takes the token from a verification link, or from the link that confirms a new address.",
              problems: ["email_verification_refused"],
              answer: { empty: { 204: "The address is verified, and the user's from now on." } },
            }),
          },
        ),
    )
    .use(withSession)
    .post("/email-verification", ({ session }) => requestLink(deps, session), {
      query: NoQuery,
      detail: operation(signedIn, {
        operationId: "requestEmailVerification",
        tags,
        body: smallBody,
        summary: "Request an email verification link",
        description:
          "Emails the link to the signed-in user, at most once a day. Sign-up sends the first link itself.",
        problems: ["email_verification_throttled", "mail_unavailable"],
        answer: { empty: { 204: "The email is on its way, or the address is already verified." } },
      }),
    })
    .post(
      "/sign-out",
      async ({ session, set }) => {
        await signOut(deps, session);
        set.headers["set-cookie"] = endedCookie(deps, "session");
      },
      {
        query: NoQuery,
        detail: operation(evenSuspended, {
          operationId: "signOut",
          tags,
          body: smallBody,
          summary: "Sign out",
          description: "Ends this session and its open streams. Also works for suspended accounts.",
          answer: { cookie: true, empty: { 204: "The session has ended." } },
        }),
      },
    )
    .get("/session", ({ session }) => getSession(deps, session.sessionId), {
      query: NoQuery,
      response: { 200: SessionSchema },
      detail: operation(signedIn, {
        operationId: "getSession",
        tags,
        body: smallBody,
        summary: "Read the current session",
        description: "Returns the user, the account, and when the session ends without further requests.",
      }),
    })
    .post("/password", ({ body, session }) => changePassword(deps, session, body), {
      body: ChangePassword,
      query: NoQuery,
      detail: operation(signedIn, {
        operationId: "changePassword",
        tags,
        body: smallBody,
        summary: "Change the password",
        description: "Also ends the user's other sessions.",
        problems: ["sign_in_throttled", "busy"],
        answer: { empty: { 204: "The password is changed." } },
      }),
    })
    .get(
      "/sessions",
      ({ query, session, request, set }) =>
        linkNext(listSessions(deps, session, query), request, set.headers),
      {
        query: OwnSessionQuery,
        response: { 200: OwnSessionPage },
        detail: operation(signedIn, {
          operationId: "listSessions",
          tags,
          body: smallBody,
          summary: "List your sessions",
          description: "Newest first, with the address and program that started each session.",
        }),
      },
    )
    .delete("/sessions", ({ session }) => endOtherSessions(deps, session), {
      query: NoQuery,
      detail: operation(signedIn, {
        operationId: "endOtherSessions",
        tags,
        body: smallBody,
        summary: "End your other sessions",
        description:
          "Ends all sessions except the current one, including their open streams. Takes effect at once.",
        answer: { empty: { 204: "The other sessions have ended." } },
      }),
    })
    .delete(
      "/sessions/:id",
      async ({ params: { id }, session, set }) => {
        await endSession(deps, session, id);
        if (id === session.sessionId) set.headers["set-cookie"] = endedCookie(deps, "session");
      },
      {
        query: NoQuery,
        detail: operation(signedIn, {
          operationId: "endSession",
          tags,
          body: smallBody,
          summary: "End one of your sessions",
          description: "Takes effect at once, including open streams. You may end the current session.",
          answer: { cookie: true, empty: { 204: "The session has ended." } },
        }),
      },
    );
