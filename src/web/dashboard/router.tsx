import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { queryText } from "../browser/api.ts";
import { NotFound } from "./components/not-found.tsx";
import { PageProblem } from "./components/problem.tsx";
import { PageSkeleton } from "./components/skeleton.tsx";
import { carrierList, carrierRoutes } from "./pages/carriers/routes.ts";
import { chargeRoutes } from "./pages/charges/routes.ts";
import { contactRoutes } from "./pages/contacts/routes.ts";
import { dispatchRoutes } from "./pages/dispatch/routes.ts";
import { driverList, driverRoutes } from "./pages/drivers/routes.ts";
import { eventRoutes } from "./pages/events/routes.ts";
import { importRoutes } from "./pages/imports/routes.ts";
import { keyRoutes } from "./pages/keys/routes.ts";
import { operatorRoutes } from "./pages/operator/routes.ts";
import { orderFormRoutes } from "./pages/order-forms/routes.ts";
import { paperRoutes } from "./pages/papers/routes.ts";
import { requestRoutes } from "./pages/requests/routes.ts";
import { scheduleRoutes } from "./pages/schedules/routes.ts";
import { settingsRoutes } from "./pages/settings/routes.ts";
import { shipmentRoutes } from "./pages/shipments/routes.ts";
import { startRoutes } from "./pages/start/routes.ts";
import { usageRoutes } from "./pages/usage/routes.ts";
import { webhookRoutes } from "./pages/webhooks/routes.ts";
import { environment, home, root } from "./routes.tsx";

/** All pages, feature by feature. */

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
  interface StaticDataRouteOption {
    /** The beginning of the window's title. */
    title?: string;
  }
}

const routeTree = root.addChildren([
  home,
  environment.addChildren([
    ...startRoutes,
    ...shipmentRoutes,
    ...scheduleRoutes,
    ...importRoutes,
    ...dispatchRoutes,
    ...orderFormRoutes,
    ...contactRoutes,
    ...webhookRoutes,
    carrierList,
    ...carrierRoutes(environment),
    driverList,
    ...driverRoutes(environment),
    ...eventRoutes,
    ...requestRoutes,
    ...keyRoutes,
    ...chargeRoutes,
    ...paperRoutes,
    ...usageRoutes,
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
