import type { Static } from "@sinclair/typebox";
import { Named, Timestamp } from "../../../infra/http/schema.ts";

export const DeletionSchema = Named(
  "AccountDeletion",
  { requested_at: Timestamp, due_at: Timestamp },
  { description: "When somebody asked to delete the account, and when Waybill begins to delete it." },
);
export type DeletionView = Static<typeof DeletionSchema>;
