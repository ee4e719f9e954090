import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { filtersOf, idParam, statementFilters } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The forms by which customers order: the list, and the pages of one. */

const list = createRoute({
  getParentRoute: () => environment,
  path: "order-forms",
  staticData: { title: "Order forms" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "OrderFormsPage"),
});

const newForm = createRoute({
  getParentRoute: () => environment,
  path: "order-forms/new",
  staticData: { title: "New order form" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "NewOrderFormPage"),
});

const form = createRoute({
  getParentRoute: () => environment,
  path: "order-forms/$formId",
  params: idParam("formId", "frm"),
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "OrderFormPage"),
});

const orders = createRoute({
  getParentRoute: () => form,
  path: "/",
  staticData: { title: "Orders" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "FormOrdersPage"),
});

const link = createRoute({
  getParentRoute: () => form,
  path: "link",
  staticData: { title: "Link" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "FormLinkPage"),
});

const statement = createRoute({
  getParentRoute: () => form,
  path: "statement",
  validateSearch: filtersOf(statementFilters),
  staticData: { title: "Statement" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "FormStatementPage"),
});

const settings = createRoute({
  getParentRoute: () => form,
  path: "settings",
  staticData: { title: "Settings" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "FormSettingsPage"),
});

export const orderFormRoutes = [
  list,
  newForm,
  form.addChildren([orders, link, statement, settings]),
] as const;
