import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { filtersOf, idParam, printedDayFilters, statementFilters } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** Pages to print. */

const runSheet = createRoute({
  getParentRoute: () => environment,
  path: "print/run-sheet/$driverId",
  params: idParam("driverId", "drv"),
  staticData: { title: "Run sheet" },
  component: lazyRouteComponent(() => loaded(import("./run-sheet.tsx")), "RunSheetPage"),
});

const dayList = createRoute({
  getParentRoute: () => environment,
  path: "print/day",
  validateSearch: filtersOf(printedDayFilters),
  staticData: { title: "Shipments of the day" },
  component: lazyRouteComponent(() => loaded(import("./day-list.tsx")), "DayListPage"),
});

const statement = createRoute({
  getParentRoute: () => environment,
  path: "print/statement",
  validateSearch: filtersOf(statementFilters),
  staticData: { title: "Statement" },
  component: lazyRouteComponent(() => loaded(import("./statement.tsx")), "PrintedStatementPage"),
});

export const paperRoutes = [runSheet, dayList, statement] as const;
