import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { carrierHookFilters, filtersOf, idParam } from "../../filters.ts";
import { environment, requireOperator } from "../../routes.tsx";

/** The pages of carriers: an account's own, and the installation's for the operator. */

const carriersPage = lazyRouteComponent(() => loaded(import("./list.tsx")), "CarriersPage");
const newPage = lazyRouteComponent(() => loaded(import("./new.tsx")), "NewCarrierPage");
const page = lazyRouteComponent(() => loaded(import("./carrier.tsx")), "CarrierPage");
const healthPage = lazyRouteComponent(() => loaded(import("./health.tsx")), "CarrierHealthPage");
const rateCardPage = lazyRouteComponent(() => loaded(import("./rate-card/page.tsx")), "CarrierRateCardPage");
const tokensPage = lazyRouteComponent(() => loaded(import("./tokens.tsx")), "CarrierTokensPage");
const hooksPage = lazyRouteComponent(() => loaded(import("./hooks.tsx")), "CarrierHooksPage");
const hookPage = lazyRouteComponent(() => loaded(import("./hook.tsx")), "CarrierHookPage");
const settingsPage = lazyRouteComponent(() => loaded(import("./settings.tsx")), "CarrierSettingsPage");

const carriers = createRoute({
  getParentRoute: () => environment,
  path: "carriers",
  staticData: { title: "Carriers" },
  component: carriersPage,
});

const newCarrier = createRoute({
  getParentRoute: () => environment,
  path: "carriers/new",
  staticData: { title: "New carrier" },
  component: newPage,
});

const carrier = createRoute({
  getParentRoute: () => environment,
  path: "carriers/$carrierId",
  params: idParam("carrierId", "car"),
  component: page,
});

const health = createRoute({
  getParentRoute: () => carrier,
  path: "/",
  staticData: { title: "Health" },
  component: healthPage,
});

const rateCard = createRoute({
  getParentRoute: () => carrier,
  path: "rate-card",
  staticData: { title: "Rate card" },
  component: rateCardPage,
});

const tokens = createRoute({
  getParentRoute: () => carrier,
  path: "tokens",
  staticData: { title: "Tokens" },
  component: tokensPage,
});

const hooks = createRoute({
  getParentRoute: () => carrier,
  path: "hooks",
  validateSearch: filtersOf(carrierHookFilters),
  staticData: { title: "Webhooks" },
  component: hooksPage,
});

const hook = createRoute({
  getParentRoute: () => carrier,
  path: "hooks/$hookId",
  params: idParam("hookId", "hook"),
  staticData: { title: "Webhook" },
  component: hookPage,
});

const settings = createRoute({
  getParentRoute: () => carrier,
  path: "settings",
  staticData: { title: "Settings" },
  component: settingsPage,
});

const newInstallationCarrier = createRoute({
  getParentRoute: () => environment,
  path: "operator/carriers/new",
  beforeLoad: requireOperator,
  staticData: { title: "New carrier" },
  component: newPage,
});

const installationCarrier = createRoute({
  getParentRoute: () => environment,
  path: "operator/carriers/$carrierId",
  params: idParam("carrierId", "car"),
  beforeLoad: requireOperator,
  component: page,
});

const installationHealth = createRoute({
  getParentRoute: () => installationCarrier,
  path: "/",
  staticData: { title: "Health" },
  component: healthPage,
});

const installationRateCard = createRoute({
  getParentRoute: () => installationCarrier,
  path: "rate-card",
  staticData: { title: "Rate card" },
  component: rateCardPage,
});

const installationTokens = createRoute({
  getParentRoute: () => installationCarrier,
  path: "tokens",
  staticData: { title: "Tokens" },
  component: tokensPage,
});

const installationHooks = createRoute({
  getParentRoute: () => installationCarrier,
  path: "hooks",
  validateSearch: filtersOf(carrierHookFilters),
  staticData: { title: "Webhooks" },
  component: hooksPage,
});

const installationHook = createRoute({
  getParentRoute: () => installationCarrier,
  path: "hooks/$hookId",
  params: idParam("hookId", "hook"),
  staticData: { title: "Webhook" },
  component: hookPage,
});

const installationSettings = createRoute({
  getParentRoute: () => installationCarrier,
  path: "settings",
  staticData: { title: "Settings" },
  component: settingsPage,
});

export const carrierRoutes = [
  carriers,
  newCarrier,
  carrier.addChildren([health, rateCard, hooks, hook, tokens, settings]),
  newInstallationCarrier,
  installationCarrier.addChildren([
    installationHealth,
    installationRateCard,
    installationHooks,
    installationHook,
    installationTokens,
    installationSettings,
  ]),
] as const;
