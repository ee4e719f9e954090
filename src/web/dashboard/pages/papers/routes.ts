import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { filtersOf, howToFilters, idParam, printedDayFilters, statementFilters } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** Pages to print. */

const runSheet = createRoute({
  getParentRoute: () => environment,
  path: "print/run-sheet/$driverId",
  params: idParam("driverId", "drv"),
  staticData: { title: "Run sheet" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "RunSheetPage"),
});

const dayList = createRoute({
  getParentRoute: () => environment,
  path: "print/day",
  validateSearch: filtersOf(printedDayFilters),
  staticData: { title: "Shipments of the day" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "DayListPage"),
});

const statement = createRoute({
  getParentRoute: () => environment,
  path: "print/statement",
  validateSearch: filtersOf(statementFilters),
  staticData: { title: "Statement" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "PrintedStatementPage"),
});

const howTo = createRoute({
  getParentRoute: () => environment,
  path: "print/how-to",
  validateSearch: filtersOf(howToFilters),
  staticData: { title: "How it works" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "HowToPage"),
});

export const paperRoutes = [runSheet, dayList, statement, howTo] as const;
