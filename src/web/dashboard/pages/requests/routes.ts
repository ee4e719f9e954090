import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { filtersOf, idParam, requestFilters } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The request log, and the page of each request. */

const requests = createRoute({
  getParentRoute: () => environment,
  path: "requests",
  validateSearch: filtersOf(requestFilters),
  staticData: { title: "Requests" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "RequestsPage"),
});

const request = createRoute({
  getParentRoute: () => environment,
  path: "requests/$requestId",
  params: idParam("requestId", "req"),
  staticData: { title: "Request" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "RequestPage"),
});

export const requestRoutes = [requests, request] as const;
