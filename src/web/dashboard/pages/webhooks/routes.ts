import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { deliveryFilters, filtersOf, idParam } from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The pages of webhook endpoints. */

const webhooks = createRoute({
  getParentRoute: () => environment,
  path: "webhooks",
  staticData: { title: "Webhooks" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "WebhooksPage"),
});

const newWebhook = createRoute({
  getParentRoute: () => environment,
  path: "webhooks/new",
  staticData: { title: "New endpoint" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "NewWebhookPage"),
});

const webhook = createRoute({
  getParentRoute: () => environment,
  path: "webhooks/$webhookId",
  params: idParam("webhookId", "whe"),
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "WebhookPage"),
});

const health = createRoute({
  getParentRoute: () => webhook,
  path: "/",
  staticData: { title: "Health" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "WebhookHealthPage"),
});

const deliveries = createRoute({
  getParentRoute: () => webhook,
  path: "deliveries",
  validateSearch: filtersOf(deliveryFilters),
  staticData: { title: "Deliveries" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "WebhookDeliveriesPage"),
});

const delivery = createRoute({
  getParentRoute: () => webhook,
  path: "deliveries/$deliveryId",
  params: idParam("deliveryId", "dlv"),
  staticData: { title: "Delivery" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "WebhookDeliveryPage"),
});

const verification = createRoute({
  getParentRoute: () => webhook,
  path: "verification",
  staticData: { title: "Verify" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "WebhookVerificationPage"),
});

const settings = createRoute({
  getParentRoute: () => webhook,
  path: "settings",
  staticData: { title: "Settings" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "WebhookSettingsPage"),
});

export const webhookRoutes = [
  webhooks,
  newWebhook,
  webhook.addChildren([health, deliveries, delivery, verification, settings]),
] as const;
