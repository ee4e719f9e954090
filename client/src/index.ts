export { WebhookVerificationError } from "standardwebhooks";
export { createWaybill, type Waybill, type WaybillOptions } from "./client.ts";
export { type ProblemCode, SecretLostError, WaybillError } from "./error.ts";
export type { Answer, Input, Item, OperationId, PagedId, StreamId } from "./operation.ts";
export type * from "./schema.ts";
export type { EventMessage, StreamMessage, StreamWatch, TrackingMessage } from "./stream.ts";
export { verifyWebhook, type WebhookEvent, type WebhookHeaders } from "./webhook.ts";
