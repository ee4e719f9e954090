import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { environment } from "../../routes.tsx";

/** The API keys of an environment. */

const keys = createRoute({
  getParentRoute: () => environment,
  path: "keys",
  staticData: { title: "API keys" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "KeysPage"),
});

export const keyRoutes = [keys] as const;
