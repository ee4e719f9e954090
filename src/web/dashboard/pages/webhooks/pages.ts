/** What is loaded when one of them is opened. */

export { WebhookDeliveriesPage } from "./deliveries.tsx";
export { WebhookDeliveryPage } from "./delivery.tsx";
export { WebhookPage } from "./endpoint.tsx";
export { WebhookHealthPage } from "./health.tsx";
export { WebhooksPage } from "./list.tsx";
export { NewWebhookPage } from "./new.tsx";
export { WebhookSettingsPage } from "./settings.tsx";
export { WebhookVerificationPage } from "./verification.tsx";
