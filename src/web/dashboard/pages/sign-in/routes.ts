import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { returnTo } from "../../environment.ts";
import { root } from "../../routes.tsx";

/** The pages without a session. */

interface Return {
  from?: string | undefined;
}

/** `from` is set even when undefined: otherwise the router would keep the raw one. */
const readReturn = ({ from }: Record<string, unknown>): Return => ({ from: returnTo(from) });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "sign-in",
  validateSearch: readReturn,
  staticData: { title: "Sign in" },
  component: lazyRouteComponent(() => loaded(import("./sign-in.tsx")), "SignInPage"),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: "sign-up",
  staticData: { title: "Create an account" },
  component: lazyRouteComponent(() => loaded(import("./sign-up.tsx")), "SignUpPage"),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: "verify-email",
  staticData: { title: "Verify your email address" },
  component: lazyRouteComponent(() => loaded(import("./verify-email.tsx")), "VerifyEmailPage"),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "forgot-password",
  staticData: { title: "Forgot your password?" },
  component: lazyRouteComponent(() => loaded(import("./forgot-password.tsx")), "ForgotPasswordPage"),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "reset-password",
  staticData: { title: "Set a new password" },
  component: lazyRouteComponent(() => loaded(import("./reset-password.tsx")), "ResetPasswordPage"),
});

const join = createRoute({
  getParentRoute: () => root,
  path: "join",
  staticData: { title: "Join an account" },
  component: lazyRouteComponent(() => loaded(import("./join.tsx")), "JoinPage"),
});

export const signInRoutes = [signIn, signUp, verifyEmail, forgotPassword, resetPassword, join] as const;
