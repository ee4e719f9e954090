import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { eventFilters, filtersOf, idParam } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The event log, and the page of each event. */

const events = createRoute({
  getParentRoute: () => environment,
  path: "events",
  validateSearch: filtersOf(eventFilters),
  staticData: { title: "Events" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "EventsPage"),
});

const event = createRoute({
  getParentRoute: () => environment,
  path: "events/$eventId",
  params: idParam("eventId", "evt"),
  staticData: { title: "Event" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "EventPage"),
});

export const eventRoutes = [events, event] as const;
