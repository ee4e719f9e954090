import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { filtersOf, idParam, importFilters } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** Where a list is chosen, and the page of each. */

const imports = createRoute({
  getParentRoute: () => environment,
  path: "imports",
  validateSearch: filtersOf(importFilters),
  staticData: { title: "Imports" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "ImportsPage"),
});

const oneImport = createRoute({
  getParentRoute: () => environment,
  path: "imports/$importId",
  params: idParam("importId", "imp"),
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "ImportPage"),
});

export const importRoutes = [imports, oneImport] as const;
