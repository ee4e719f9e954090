export { WebhookVerificationError } from "standardwebhooks";
export { createWaybill, type Waybill, type WaybillOptions } from "./client.ts";
export { type ProblemCode, WaybillError } from "./error.ts";
export type { Answer, Input, Item, OperationId, PagedId } from "./operation.ts";
export type * from "./schema.ts";
export { verifyWebhook, type WebhookEvent, type WebhookHeaders } from "./webhook.ts";
