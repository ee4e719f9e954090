import type { QueryClient } from "@tanstack/react-query";
import { createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { queryText } from "./api.ts";
import { NotFound } from "./components/not-found.tsx";
import { PageProblem } from "./components/problem.tsx";
import { PageSkeleton } from "./components/skeleton.tsx";
import { loaded } from "./connection.ts";
import {
  chargeFilters,
  dispatchFilters,
  eventFilters,
  filtersOf,
  idParam,
  newShipmentFilters,
  requestFilters,
  shipmentFilters,
  statementFilters,
  usageFilters,
} from "./filters.ts";
import { carrierRoutes } from "./pages/carriers/routes.ts";
import { driverRoutes } from "./pages/drivers/routes.ts";
import { operatorRoutes } from "./pages/operator/routes.ts";
import { settingsRoutes } from "./pages/settings/routes.ts";
import { StartPage } from "./pages/start/page.tsx";
import { webhookRoutes } from "./pages/webhooks/routes.ts";
import {
  environment,
  forgotPassword,
  home,
  join,
  resetPassword,
  root,
  signIn,
  signUp,
  verifyEmail,
} from "./routes.tsx";

/** All pages of a signed-in person: path, title and lazily loaded file. */

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
  interface StaticDataRouteOption {
    /** The beginning of the window's title. */
    title?: string;
  }
}

const start = createRoute({
  getParentRoute: () => environment,
  path: "/",
  staticData: { title: "Overview" },
  component: StartPage,
});

const keys = createRoute({
  getParentRoute: () => environment,
  path: "keys",
  staticData: { title: "API keys" },
  component: lazyRouteComponent(() => loaded(import("./pages/keys/list.tsx")), "KeysPage"),
});

const shipments = createRoute({
  getParentRoute: () => environment,
  path: "shipments",
  validateSearch: filtersOf(shipmentFilters),
  staticData: { title: "Shipments" },
  component: lazyRouteComponent(() => loaded(import("./pages/shipments/list.tsx")), "ShipmentsPage"),
});

const newShipment = createRoute({
  getParentRoute: () => environment,
  path: "shipments/new",
  validateSearch: filtersOf(newShipmentFilters),
  staticData: { title: "New shipment" },
  component: lazyRouteComponent(() => loaded(import("./pages/shipments/new/page.tsx")), "NewShipmentPage"),
});

const shipment = createRoute({
  getParentRoute: () => environment,
  path: "shipments/$shipmentId",
  params: idParam("shipmentId", "shp"),
  component: lazyRouteComponent(() => loaded(import("./pages/shipments/shipment/page.tsx")), "ShipmentPage"),
});

const events = createRoute({
  getParentRoute: () => environment,
  path: "events",
  validateSearch: filtersOf(eventFilters),
  staticData: { title: "Events" },
  component: lazyRouteComponent(() => loaded(import("./pages/events/list.tsx")), "EventsPage"),
});

const event = createRoute({
  getParentRoute: () => environment,
  path: "events/$eventId",
  params: idParam("eventId", "evt"),
  staticData: { title: "Event" },
  component: lazyRouteComponent(() => loaded(import("./pages/events/event.tsx")), "EventPage"),
});

const requests = createRoute({
  getParentRoute: () => environment,
  path: "requests",
  validateSearch: filtersOf(requestFilters),
  staticData: { title: "Requests" },
  component: lazyRouteComponent(() => loaded(import("./pages/requests/list.tsx")), "RequestsPage"),
});

const request = createRoute({
  getParentRoute: () => environment,
  path: "requests/$requestId",
  params: idParam("requestId", "req"),
  staticData: { title: "Request" },
  component: lazyRouteComponent(() => loaded(import("./pages/requests/request.tsx")), "RequestPage"),
});

const usage = createRoute({
  getParentRoute: () => environment,
  path: "usage",
  validateSearch: filtersOf(usageFilters),
  staticData: { title: "Usage" },
  component: lazyRouteComponent(() => loaded(import("./pages/usage/page.tsx")), "UsagePage"),
});

const charges = createRoute({
  getParentRoute: () => environment,
  path: "charges",
  validateSearch: filtersOf(chargeFilters),
  staticData: { title: "Charges" },
  component: lazyRouteComponent(() => loaded(import("./pages/charges/list.tsx")), "ChargesPage"),
});

const statements = createRoute({
  getParentRoute: () => environment,
  path: "charges/statements",
  validateSearch: filtersOf(statementFilters),
  staticData: { title: "Statements" },
  component: lazyRouteComponent(() => loaded(import("./pages/charges/statements.tsx")), "StatementsPage"),
});

const dispatch = createRoute({
  getParentRoute: () => environment,
  path: "dispatch",
  validateSearch: filtersOf(dispatchFilters),
  staticData: { title: "Dispatch" },
  component: lazyRouteComponent(() => loaded(import("./pages/dispatch/page.tsx")), "DispatchPage"),
});

const routeTree = root.addChildren([
  home,
  signIn,
  signUp,
  verifyEmail,
  forgotPassword,
  resetPassword,
  join,
  environment.addChildren([
    start,
    shipments,
    newShipment,
    shipment,
    dispatch,
    ...webhookRoutes,
    ...carrierRoutes,
    ...driverRoutes,
    events,
    event,
    requests,
    request,
    keys,
    charges,
    statements,
    usage,
    operatorRoutes,
    settingsRoutes,
  ]),
]);

export function createDashboardRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    basepath: "/dashboard",
    context: { client },
    defaultPreload: "intent",
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageProblem,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    // Plain text: the default parser would round a number of twenty digits.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: queryText,
  });
}
