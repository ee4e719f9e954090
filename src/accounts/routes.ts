import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { withAddress, withSession } from "../http/context.ts";
import { endedSessionCookie, sessionCookie } from "../http/cookie.ts";
import { operation } from "../http/operation.ts";
import { NoQuery } from "../http/schema.ts";
import { ChangePassword, SessionSchema, SignIn, SignUp } from "./schema.ts";
import { changePassword, getSession, signIn, signOut, signUp } from "./service.ts";

const tags = ["Accounts"];
const open = { kind: "public" } as const;
const signedIn = { kind: "session" } as const;

export const accountRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/auth" })
    .use(
      new Elysia()
        .use(withAddress)
        .post(
          "/sign-up",
          async ({ body, set }) => {
            const { token, view } = await signUp(deps, body);
            set.status = 201;
            set.headers["set-cookie"] = sessionCookie(deps, token);
            set.headers["cache-control"] = "no-store";
            return view;
          },
          {
            body: SignUp,
            query: NoQuery,
            response: { 201: SessionSchema },
            detail: operation(open, { operationId: "signUp", tags, summary: "Open an account" }),
          },
        )
        .post(
          "/sign-in",
          async ({ body, address, set }) => {
            const { token, view } = await signIn(deps, body, address);
            set.headers["set-cookie"] = sessionCookie(deps, token);
            set.headers["cache-control"] = "no-store";
            return view;
          },
          {
            body: SignIn,
            query: NoQuery,
            response: { 200: SessionSchema },
            detail: operation(open, { operationId: "signIn", tags, summary: "Sign in" }),
          },
        ),
    )
    .use(withSession)
    .post(
      "/sign-out",
      async ({ session, set }) => {
        await signOut(deps, session);
        set.headers["set-cookie"] = endedSessionCookie(deps);
        return new Response(null, { status: 204 });
      },
      {
        query: NoQuery,
        detail: operation(signedIn, { operationId: "signOut", tags, summary: "Sign out" }),
      },
    )
    .get("/session", ({ session }) => getSession(deps, session.token), {
      query: NoQuery,
      response: { 200: SessionSchema },
      detail: operation(signedIn, { operationId: "getSession", tags, summary: "Who is signed in" }),
    })
    .post(
      "/password",
      async ({ body, session }) => {
        await changePassword(deps, session, body);
        return new Response(null, { status: 204 });
      },
      {
        body: ChangePassword,
        query: NoQuery,
        detail: operation(signedIn, {
          operationId: "changePassword",
          tags,
          summary: "Change the password",
          description: "Ends the user's other sessions.",
        }),
      },
    );
