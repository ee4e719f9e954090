import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { idParam } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The account's list. The operator's is one of the operator's tabs. */
export const driverList = createRoute({
  getParentRoute: () => environment,
  path: "drivers",
  staticData: { title: "Drivers" },
  component: lazyRouteComponent(() => loaded(import("./list.tsx")), "DriversPage"),
});

/** The operator's list, among the tabs. */
export function installationDrivers<Parent extends AnyRoute>(tabs: Parent) {
  return createRoute({
    getParentRoute: () => tabs,
    path: "drivers",
    staticData: { title: "Drivers" },
    component: lazyRouteComponent(() => loaded(import("./list.tsx")), "InstallationDriversPage"),
  });
}

/** The other pages of drivers, below `parent`: the account's, and the operator's. */
export function driverRoutes<Parent extends AnyRoute>(parent: Parent) {
  const newDriver = createRoute({
    getParentRoute: () => parent,
    path: "drivers/new",
    staticData: { title: "New driver" },
    component: lazyRouteComponent(() => loaded(import("./new.tsx")), "NewDriverPage"),
  });

  const driver = createRoute({
    getParentRoute: () => parent,
    path: "drivers/$driverId",
    params: idParam("driverId", "drv"),
    component: lazyRouteComponent(() => loaded(import("./driver.tsx")), "DriverPage"),
  });

  const phone = createRoute({
    getParentRoute: () => driver,
    path: "/",
    staticData: { title: "Phone" },
    component: lazyRouteComponent(() => loaded(import("./phone.tsx")), "DriverPhonePage"),
  });

  const jobs = createRoute({
    getParentRoute: () => driver,
    path: "jobs",
    staticData: { title: "Jobs" },
    component: lazyRouteComponent(() => loaded(import("./jobs.tsx")), "DriverJobsPage"),
  });

  const results = createRoute({
    getParentRoute: () => driver,
    path: "results",
    staticData: { title: "Results" },
    component: lazyRouteComponent(() => loaded(import("./results.tsx")), "DriverResultsPage"),
  });

  const days = createRoute({
    getParentRoute: () => driver,
    path: "days",
    staticData: { title: "Hours" },
    component: lazyRouteComponent(() => loaded(import("./days.tsx")), "DriverDaysPage"),
  });

  const tokens = createRoute({
    getParentRoute: () => driver,
    path: "tokens",
    staticData: { title: "Tokens" },
    component: lazyRouteComponent(() => loaded(import("./tokens.tsx")), "DriverTokensPage"),
  });

  const settings = createRoute({
    getParentRoute: () => driver,
    path: "settings",
    staticData: { title: "Settings" },
    component: lazyRouteComponent(() => loaded(import("./settings.tsx")), "DriverSettingsPage"),
  });

  return [newDriver, driver.addChildren([phone, jobs, results, days, tokens, settings])] as const;
}
