import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { accountFilters, filtersOf, idParam, statementFilters } from "../../filters.ts";
import { environment, requireOperator } from "../../routes.tsx";
import { carrierRoutes, installationCarriers } from "../carriers/routes.ts";
import { installationDispatch } from "../dispatch/routes.ts";
import { driverRoutes, installationDrivers } from "../drivers/routes.ts";

/** The pages of the operator: tabs, and the pages of the installation's carriers and drivers. */

const operator = createRoute({
  getParentRoute: () => environment,
  path: "operator",
  beforeLoad: requireOperator,
});

const tabs = createRoute({
  getParentRoute: () => operator,
  id: "tabs",
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "OperatorPage"),
});

const overview = createRoute({
  getParentRoute: () => tabs,
  path: "/",
  staticData: { title: "Operator" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "OverviewPage"),
});

const accounts = createRoute({
  getParentRoute: () => tabs,
  path: "accounts",
  validateSearch: filtersOf(accountFilters),
  staticData: { title: "Accounts" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "AccountsPage"),
});

const account = createRoute({
  getParentRoute: () => tabs,
  path: "accounts/$accountId",
  params: idParam("accountId", "acct"),
  staticData: { title: "Account" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "AccountPage"),
});

const tiers = createRoute({
  getParentRoute: () => tabs,
  path: "tiers",
  staticData: { title: "Tiers" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "TiersPage"),
});

const statements = createRoute({
  getParentRoute: () => tabs,
  path: "statements",
  validateSearch: filtersOf(statementFilters),
  staticData: { title: "Statements" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "StatementsPage"),
});

const jobs = createRoute({
  getParentRoute: () => tabs,
  path: "jobs",
  staticData: { title: "Jobs" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "JobsPage"),
});

const storage = createRoute({
  getParentRoute: () => tabs,
  path: "storage",
  staticData: { title: "Storage" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "StoragePage"),
});

const settings = createRoute({
  getParentRoute: () => tabs,
  path: "settings",
  staticData: { title: "Settings" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "OperatorSettingsPage"),
});

export const operatorRoutes = operator.addChildren([
  tabs.addChildren([
    overview,
    accounts,
    account,
    tiers,
    installationCarriers(tabs),
    installationDrivers(tabs),
    installationDispatch(tabs),
    statements,
    jobs,
    storage,
    settings,
  ]),
  ...carrierRoutes(operator),
  ...driverRoutes(operator),
]);
