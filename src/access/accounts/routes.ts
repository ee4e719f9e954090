import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withOrigin, withSession } from "../../infra/http/context.ts";
import { endedSessionCookie, sessionCookie } from "../../infra/http/cookie.ts";
import { operation } from "../../infra/http/operation.ts";
import { linkNext } from "../../infra/http/pagination.ts";
import { NoQuery } from "../../infra/http/schema.ts";
import { setUp } from "./operator.ts";
import {
  ChangePassword,
  ConfirmEmail,
  OwnSessionPage,
  OwnSessionQuery,
  SessionSchema,
  SetUp,
  SignIn,
  SignUp,
} from "./schema.ts";
import { changePassword, signIn, signUp } from "./service.ts";
import { endOtherSessions, endSession, getSession, listSessions, signOut } from "./sessions.ts";
import { confirmEmail, requestLink } from "./verification.ts";

const tags = ["Accounts"] as const;
/** Anybody may send one: an address, a name and passwords of 256 characters need no more. */
const bodyBytesMax = 8 * 1024;
const open = { kind: "public" } as const;
const signedIn = { kind: "session" } as const;
const evenSuspended = { kind: "session", evenSuspended: true } as const;

export const accountRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/auth" })
    .use(
      new Elysia()
        .use(withOrigin)
        .post(
          "/sign-up",
          async ({ body, origin, set }) => {
            const { token, view } = await signUp(deps, body, origin);
            set.headers["set-cookie"] = sessionCookie(deps, token);
            return view;
          },
          {
            body: SignUp,
            query: NoQuery,
            response: { 201: SessionSchema },
            detail: operation(open, {
              operationId: "signUp",
              tags,
              bodyBytesMax,
              summary: "Open an account",
              description: "Makes an account with its first user, who is signed in by the answer's cookie.",
              problems: ["sign_up_closed", "sign_up_throttled", "email_taken", "busy"],
              answer: { cookie: true },
            }),
          },
        )
        .post(
          "/setup",
          async ({ body, origin, set }) => {
            const { token, view } = await setUp(deps, body, origin);
            set.headers["set-cookie"] = sessionCookie(deps, token);
            return view;
          },
          {
            body: SetUp,
            query: NoQuery,
            response: { 201: SessionSchema },
            detail: operation(open, {
              operationId: "setUp",
              tags,
              bodyBytesMax,
              summary: "Set up the installation",
              description:
                "Makes the operator, who runs the installation and is signed in by the answer's cookie. " +
                "It takes the token of the link that the first start prints.",
              problems: ["set_up_refused", "email_taken", "busy"],
              answer: { cookie: true },
            }),
          },
        )
        .post(
          "/sign-in",
          async ({ body, origin, set }) => {
            const { token, view } = await signIn(deps, body, origin);
            set.headers["set-cookie"] = sessionCookie(deps, token);
            return view;
          },
          {
            body: SignIn,
            query: NoQuery,
            response: { 200: SessionSchema },
            detail: operation(open, {
              operationId: "signIn",
              tags,
              bodyBytesMax,
              summary: "Sign in",
              description:
                "The session is the answer's cookie. Wrong attempts slow down the next ones, by user and by address.",
              problems: ["sign_in_failed", "sign_in_throttled", "account_suspended", "busy"],
              answer: { cookie: true },
            }),
          },
        ),
    )
    .post("/email-verification/confirmation", ({ body }) => confirmEmail(deps, body.token), {
      body: ConfirmEmail,
      query: NoQuery,
      detail: operation(open, {
        operationId: "confirmEmail",
        tags,
        bodyBytesMax,
        summary: "Verify an e-mail address",
        description: "Takes the token of the link that was mailed to the address.",
        problems: ["email_verification_refused"],
        answer: { empty: { 204: "The address is verified." } },
      }),
    })
    .use(withSession)
    .post("/email-verification", ({ session }) => requestLink(deps, session), {
      query: NoQuery,
      detail: operation(signedIn, {
        operationId: "requestEmailVerification",
        tags,
        bodyBytesMax,
        summary: "Ask for a link that verifies your e-mail address",
        description:
          "Mails the link to the address of whoever is signed in, at most once a day. Signing up does so by itself.",
        problems: ["email_verification_throttled", "mail_unavailable"],
        answer: { empty: { 204: "The mail is on its way, or the address is verified already." } },
      }),
    })
    .post(
      "/sign-out",
      async ({ session, set }) => {
        await signOut(deps, session);
        set.headers["set-cookie"] = endedSessionCookie(deps);
      },
      {
        query: NoQuery,
        detail: operation(evenSuspended, {
          operationId: "signOut",
          tags,
          bodyBytesMax,
          summary: "Sign out",
          description: "Ends this session, of a suspended account too; its open streams end.",
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
        bodyBytesMax,
        summary: "Who is signed in",
        description: "The user, the account, and when the session ends if nothing more is asked.",
      }),
    })
    .post("/password", ({ body, session }) => changePassword(deps, session, body), {
      body: ChangePassword,
      query: NoQuery,
      detail: operation(signedIn, {
        operationId: "changePassword",
        tags,
        bodyBytesMax,
        summary: "Change the password",
        description: "Ends the user's other sessions.",
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
          bodyBytesMax,
          summary: "List your sessions, newest first",
          description:
            "Where the user is signed in, with the address and program each session was started from.",
        }),
      },
    )
    .delete("/sessions", ({ session }) => endOtherSessions(deps, session), {
      query: NoQuery,
      detail: operation(signedIn, {
        operationId: "endOtherSessions",
        tags,
        bodyBytesMax,
        summary: "End your other sessions",
        description: "All but the one that asks, for their very next request and their open streams.",
        answer: { empty: { 204: "The others have ended." } },
      }),
    })
    .delete(
      "/sessions/:id",
      async ({ params: { id }, session, set }) => {
        await endSession(deps, session, id);
        if (id === session.sessionId) set.headers["set-cookie"] = endedSessionCookie(deps);
      },
      {
        query: NoQuery,
        detail: operation(signedIn, {
          operationId: "endSession",
          tags,
          bodyBytesMax,
          summary: "End one of your sessions",
          description: "Holds for its very next request and its open streams. It may be the one that asks.",
          answer: { cookie: true, empty: { 204: "The session has ended." } },
        }),
      },
    );
