import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { dispatchFilters, filtersOf } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The boards of fleets. */

const dispatch = createRoute({
  getParentRoute: () => environment,
  path: "dispatch",
  validateSearch: filtersOf(dispatchFilters),
  staticData: { title: "Dispatch" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "DispatchPage"),
});

export const dispatchRoutes = [dispatch] as const;

/** The operator's, among the tabs. */
export function installationDispatch<Parent extends AnyRoute>(tabs: Parent) {
  return createRoute({
    getParentRoute: () => tabs,
    path: "dispatch",
    validateSearch: filtersOf(dispatchFilters),
    staticData: { title: "Dispatch" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "InstallationDispatchPage"),
  });
}
