import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { dispatchFilters, filtersOf } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The board of an account's own fleets; the operator's is one of the operator's pages. */

const dispatch = createRoute({
  getParentRoute: () => environment,
  path: "dispatch",
  validateSearch: filtersOf(dispatchFilters),
  staticData: { title: "Dispatch" },
  component: lazyRouteComponent(() => loaded(import("./page.tsx")), "DispatchPage"),
});

export const dispatchRoutes = [dispatch] as const;
