import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, notFound, Outlet, redirect } from "@tanstack/react-router";
import { environments } from "../../infra/environment.ts";
import { isProblem } from "../browser/problem.ts";
import { signInPath } from "../browser/session.ts";
import { lastEnvironment } from "./environment.ts";
import { DashboardError } from "./frame/dashboard-error.tsx";
import { Frame } from "./frame/frame.tsx";
import { sessionQuery } from "./queries.ts";

/** The routes above those of the features, which each list theirs in the `routes.ts` of their folder. */

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
  beforeLoad: async ({ context: { client } }) => {
    const session = await client.ensureQueryData(sessionQuery).catch(() => undefined);
    const environment = lastEnvironment(session?.account.purpose);
    throw redirect({ to: "/$environment", params: { environment } });
  },
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
        window.location.replace(signInPath(location.href));
        // Nothing is shown until the other page is there.
        await new Promise(() => {});
      }
      throw error;
    }
  },
  component: Frame,
  errorComponent: DashboardError,
});
