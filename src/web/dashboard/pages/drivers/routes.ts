import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { idParam } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The account's list. The operator's is one of the operator's tabs. */
export const driverList = createRoute({
  getParentRoute: () => environment,
  path: "drivers",
  staticData: { title: "Drivers" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "DriversPage"),
});

/** The operator's list, among the tabs. */
export function installationDrivers<Parent extends AnyRoute>(tabs: Parent) {
  return createRoute({
    getParentRoute: () => tabs,
    path: "drivers",
    staticData: { title: "Drivers" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "InstallationDriversPage"),
  });
}

/** The other pages of drivers, below `parent`: the account's, and the operator's. */
export function driverRoutes<Parent extends AnyRoute>(parent: Parent) {
  const newDriver = createRoute({
    getParentRoute: () => parent,
    path: "drivers/new",
    staticData: { title: "New driver" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "NewDriverPage"),
  });

  const driver = createRoute({
    getParentRoute: () => parent,
    path: "drivers/$driverId",
    params: idParam("driverId", "drv"),
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "DriverPage"),
  });

  const phone = createRoute({
    getParentRoute: () => driver,
    path: "/",
    staticData: { title: "Phone" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "DriverPhonePage"),
  });

  const jobs = createRoute({
    getParentRoute: () => driver,
    path: "jobs",
    staticData: { title: "Jobs" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "DriverJobsPage"),
  });

  const results = createRoute({
    getParentRoute: () => driver,
    path: "results",
    staticData: { title: "Results" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "DriverResultsPage"),
  });

  const days = createRoute({
    getParentRoute: () => driver,
    path: "days",
    staticData: { title: "Hours" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "DriverDaysPage"),
  });

  const tokens = createRoute({
    getParentRoute: () => driver,
    path: "tokens",
    staticData: { title: "Tokens" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "DriverTokensPage"),
  });

  const settings = createRoute({
    getParentRoute: () => driver,
    path: "settings",
    staticData: { title: "Settings" },
    component: lazyRouteComponent(() => loaded(import("./pages.ts")), "DriverSettingsPage"),
  });

  return [newDriver, driver.addChildren([phone, jobs, results, days, tokens, settings])] as const;
}
