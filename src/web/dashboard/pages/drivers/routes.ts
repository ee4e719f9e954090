import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { idParam } from "../../filters.ts";
import { environment, requireOperator } from "../../routes.tsx";

/** The pages of drivers: those of an account's own fleets, and the installation's for the operator. */

const driversPage = lazyRouteComponent(() => loaded(import("./list.tsx")), "DriversPage");
const newPage = lazyRouteComponent(() => loaded(import("./new.tsx")), "NewDriverPage");
const page = lazyRouteComponent(() => loaded(import("./driver.tsx")), "DriverPage");
const phonePage = lazyRouteComponent(() => loaded(import("./phone.tsx")), "DriverPhonePage");
const jobsPage = lazyRouteComponent(() => loaded(import("./jobs.tsx")), "DriverJobsPage");
const tokensPage = lazyRouteComponent(() => loaded(import("./tokens.tsx")), "DriverTokensPage");
const settingsPage = lazyRouteComponent(() => loaded(import("./settings.tsx")), "DriverSettingsPage");

const drivers = createRoute({
  getParentRoute: () => environment,
  path: "drivers",
  staticData: { title: "Drivers" },
  component: driversPage,
});

const newDriver = createRoute({
  getParentRoute: () => environment,
  path: "drivers/new",
  staticData: { title: "New driver" },
  component: newPage,
});

const driver = createRoute({
  getParentRoute: () => environment,
  path: "drivers/$driverId",
  params: idParam("driverId", "drv"),
  component: page,
});

const phone = createRoute({
  getParentRoute: () => driver,
  path: "/",
  staticData: { title: "Phone" },
  component: phonePage,
});

const jobs = createRoute({
  getParentRoute: () => driver,
  path: "jobs",
  staticData: { title: "Jobs" },
  component: jobsPage,
});

const tokens = createRoute({
  getParentRoute: () => driver,
  path: "tokens",
  staticData: { title: "Tokens" },
  component: tokensPage,
});

const settings = createRoute({
  getParentRoute: () => driver,
  path: "settings",
  staticData: { title: "Settings" },
  component: settingsPage,
});

const newInstallationDriver = createRoute({
  getParentRoute: () => environment,
  path: "operator/drivers/new",
  beforeLoad: requireOperator,
  staticData: { title: "New driver" },
  component: newPage,
});

const installationDriver = createRoute({
  getParentRoute: () => environment,
  path: "operator/drivers/$driverId",
  params: idParam("driverId", "drv"),
  beforeLoad: requireOperator,
  component: page,
});

const installationPhone = createRoute({
  getParentRoute: () => installationDriver,
  path: "/",
  staticData: { title: "Phone" },
  component: phonePage,
});

const installationJobs = createRoute({
  getParentRoute: () => installationDriver,
  path: "jobs",
  staticData: { title: "Jobs" },
  component: jobsPage,
});

const installationTokens = createRoute({
  getParentRoute: () => installationDriver,
  path: "tokens",
  staticData: { title: "Tokens" },
  component: tokensPage,
});

const installationSettings = createRoute({
  getParentRoute: () => installationDriver,
  path: "settings",
  staticData: { title: "Settings" },
  component: settingsPage,
});

export const driverRoutes = [
  drivers,
  newDriver,
  driver.addChildren([phone, jobs, tokens, settings]),
  newInstallationDriver,
  installationDriver.addChildren([
    installationPhone,
    installationJobs,
    installationTokens,
    installationSettings,
  ]),
] as const;
