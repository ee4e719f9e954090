import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { environments } from "../../infra/environment.ts";
import { isProblem } from "./api.ts";
import { loaded } from "./connection.ts";
import { lastEnvironment, returnTo } from "./environment.ts";
import { DashboardError } from "./frame/dashboard-error.tsx";
import { Frame } from "./frame/frame.tsx";
import { sessionQuery } from "./queries.ts";

/** The frame of all pages, and the pages without a session. */

/** Pages of the operator do not exist for anybody else. */
export async function requireOperator({ context: { client } }: { context: { client: QueryClient } }) {
  const { user } = await client.ensureQueryData(sessionQuery);
  if (!user.is_operator) throw notFound();
}

/** Which page of a list is shown; without a cursor the first. */
interface Place {
  cursor?: string | undefined;
}

export const root = createRootRouteWithContext<{ client: QueryClient }>()({
  validateSearch: ({ cursor }): Place => (typeof cursor === "string" ? { cursor } : {}),
  component: Outlet,
});

export const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/$environment", params: { environment: lastEnvironment() } });
  },
});

interface Return {
  from?: string | undefined;
}

/** `from` is set even when undefined: otherwise the router would keep the raw one. */
const readReturn = ({ from }: Record<string, unknown>): Return => ({ from: returnTo(from) });

export const signIn = createRoute({
  getParentRoute: () => root,
  path: "sign-in",
  validateSearch: readReturn,
  staticData: { title: "Sign in" },
  component: lazyRouteComponent(() => loaded(import("./pages/sign-in/sign-in.tsx")), "SignInPage"),
});

export const signUp = createRoute({
  getParentRoute: () => root,
  path: "sign-up",
  staticData: { title: "Create an account" },
  component: lazyRouteComponent(() => loaded(import("./pages/sign-in/sign-up.tsx")), "SignUpPage"),
});

export const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: "verify-email",
  staticData: { title: "Verify your email address" },
  component: lazyRouteComponent(() => loaded(import("./pages/sign-in/verify-email.tsx")), "VerifyEmailPage"),
});

export const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "forgot-password",
  staticData: { title: "Forgot your password?" },
  component: lazyRouteComponent(
    () => loaded(import("./pages/sign-in/forgot-password.tsx")),
    "ForgotPasswordPage",
  ),
});

export const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "reset-password",
  staticData: { title: "Set a new password" },
  component: lazyRouteComponent(
    () => loaded(import("./pages/sign-in/reset-password.tsx")),
    "ResetPasswordPage",
  ),
});

export const join = createRoute({
  getParentRoute: () => root,
  path: "join",
  staticData: { title: "Join an account" },
  component: lazyRouteComponent(() => loaded(import("./pages/sign-in/join.tsx")), "JoinPage"),
});

/** All pages of signed-in people are below an environment. */
export const environment = createRoute({
  getParentRoute: () => root,
  path: "$environment",
  params: {
    parse: ({ environment }) => {
      const known = environments.find((name) => name === environment);
      if (!known) throw notFound();
      return { environment: known };
    },
  },
  beforeLoad: async ({ context: { client }, location }) => {
    try {
      await client.ensureQueryData(sessionQuery);
    } catch (error) {
      if (isProblem(error) && error.status === 401) {
        throw redirect({ to: "/sign-in", search: { from: location.href } });
      }
      throw error;
    }
  },
  component: Frame,
  errorComponent: DashboardError,
});
