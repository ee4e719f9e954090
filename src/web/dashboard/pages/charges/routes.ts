import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { chargeFilters, filtersOf, statementFilters } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The charges of an account, and its statements by month. */

const charges = createRoute({
  getParentRoute: () => environment,
  path: "charges",
  validateSearch: filtersOf(chargeFilters),
  staticData: { title: "Charges" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "ChargesPage"),
});

const statements = createRoute({
  getParentRoute: () => environment,
  path: "charges/statements",
  validateSearch: filtersOf(statementFilters),
  staticData: { title: "Statements" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "StatementsPage"),
});

export const chargeRoutes = [charges, statements] as const;
