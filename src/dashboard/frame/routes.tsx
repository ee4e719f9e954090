import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { environments } from "../../environment.ts";
import { isProblem, notLoaded } from "../api.ts";
import { reportConnection } from "../connection.ts";
import { lastEnvironment } from "../environment.ts";
import { sessionQuery } from "../queries.ts";
import { Frame } from "./frame.tsx";

/** What every page stands in, and the doors to it. */

/** The file of a page. Where it cannot be had the page says so, and the window stays as it is. */
export function loaded<T>(file: Promise<T>): Promise<T> {
  return file.catch(() => {
    reportConnection(false);
    throw notLoaded;
  });
}

export const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Outlet });

export const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/$environment", params: { environment: lastEnvironment() } });
  },
});

/** Where to go on after signing in: never an address elsewhere. */
interface Return {
  from?: string;
}

const readReturn = ({ from }: Record<string, unknown>): Return =>
  typeof from === "string" && /^\/(?!\/)/.test(from) ? { from } : {};

export const signIn = createRoute({
  getParentRoute: () => root,
  path: "sign-in",
  validateSearch: readReturn,
  staticData: { title: "Sign in" },
  component: lazyRouteComponent(() => loaded(import("../pages/sign-in.tsx")), "SignInPage"),
});

export const signUp = createRoute({
  getParentRoute: () => root,
  path: "sign-up",
  staticData: { title: "Create an account" },
  component: lazyRouteComponent(() => loaded(import("../pages/sign-up.tsx")), "SignUpPage"),
});

/** Everything for people who are signed in stands below its environment. */
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
});
