import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { filtersOf, usageFilters } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** What an account has used. */

const usage = createRoute({
  getParentRoute: () => environment,
  path: "usage",
  validateSearch: filtersOf(usageFilters),
  staticData: { title: "Usage" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "UsagePage"),
});

export const usageRoutes = [usage] as const;
