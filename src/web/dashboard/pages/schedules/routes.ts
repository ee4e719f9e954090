import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { filtersOf, idParam, newShipmentFilters } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The list of standing orders, the form of a new one, and the page of each. */

const schedules = createRoute({
  getParentRoute: () => environment,
  path: "schedules",
  staticData: { title: "Standing orders" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "SchedulesPage"),
});

const newSchedule = createRoute({
  getParentRoute: () => environment,
  path: "schedules/new",
  validateSearch: filtersOf(newShipmentFilters),
  staticData: { title: "New standing order" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "NewSchedulePage"),
});

const schedule = createRoute({
  getParentRoute: () => environment,
  path: "schedules/$scheduleId",
  params: idParam("scheduleId", "sch"),
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "SchedulePage"),
});

export const scheduleRoutes = [schedules, newSchedule, schedule] as const;
