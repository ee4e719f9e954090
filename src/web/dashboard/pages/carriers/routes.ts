import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { carrierHookFilters, filtersOf, idParam, newCarrierFilters } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The account's list. The operator's is one of the operator's tabs. */
export const carrierList = createRoute({
  getParentRoute: () => environment,
  path: "carriers",
  staticData: { title: "Carriers" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "CarriersPage"),
});

/** The operator's list, among the tabs. */
export function installationCarriers<Parent extends AnyRoute>(tabs: Parent) {
  return createRoute({
    getParentRoute: () => tabs,
    path: "carriers",
    staticData: { title: "Carriers" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "InstallationCarriersPage"),
  });
}

/** The other pages of carriers, below `parent`: the account's, and the operator's. */
export function carrierRoutes<Parent extends AnyRoute>(parent: Parent) {
  const newCarrier = createRoute({
    getParentRoute: () => parent,
    path: "carriers/new",
    validateSearch: filtersOf(newCarrierFilters),
    staticData: { title: "New carrier" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "NewCarrierPage"),
  });

  const carrier = createRoute({
    getParentRoute: () => parent,
    path: "carriers/$carrierId",
    params: idParam("carrierId", "car"),
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "CarrierPage"),
  });

  const health = createRoute({
    getParentRoute: () => carrier,
    path: "/",
    staticData: { title: "Health" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "CarrierHealthPage"),
  });

  const rateCard = createRoute({
    getParentRoute: () => carrier,
    path: "rate-card",
    staticData: { title: "Rate card" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "CarrierRateCardPage"),
  });

  const tokens = createRoute({
    getParentRoute: () => carrier,
    path: "tokens",
    staticData: { title: "Tokens" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "CarrierTokensPage"),
  });

  const hooks = createRoute({
    getParentRoute: () => carrier,
    path: "hooks",
    validateSearch: filtersOf(carrierHookFilters),
    staticData: { title: "Webhooks" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "CarrierHooksPage"),
  });

  const hook = createRoute({
    getParentRoute: () => carrier,
    path: "hooks/$hookId",
    params: idParam("hookId", "hook"),
    staticData: { title: "Webhook" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "CarrierHookPage"),
  });

  const settings = createRoute({
    getParentRoute: () => carrier,
    path: "settings",
    staticData: { title: "Settings" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "CarrierSettingsPage"),
  });

  return [newCarrier, carrier.addChildren([health, rateCard, hooks, hook, tokens, settings])] as const;
}
