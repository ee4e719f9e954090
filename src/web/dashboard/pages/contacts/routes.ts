import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { contactFilters, filtersOf } from "../../filters.ts";
import { environment } from "../../routes.tsx";

const contacts = createRoute({
  getParentRoute: () => environment,
  path: "contacts",
  validateSearch: filtersOf(contactFilters),
  staticData: { title: "Contacts" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "ContactsPage"),
});

export const contactRoutes = [contacts] as const;
