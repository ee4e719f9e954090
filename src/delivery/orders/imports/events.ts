import { Named } from "../../../infra/http/schema.ts";
import type { EventDefinitions } from "../../../messaging/events/catalog.ts";
import { ImportSummarySchema, type ImportSummaryView } from "./schema.ts";

const example: ImportSummaryView = {
  id: "imp_01m7x5rdwme1ct34p92xd7wpnk",
  environment: "sandbox",
  kind: "shipments",
  status: "done",
  rows: 40,
  valid: 36,
  duplicates: 2,
  created: 36,
  failed: 0,
  fault_count: 2,
  problem: null,
  version: 9,
  created_at: "2026-01-31T09:30:00.000Z",
  expires_at: "2026-02-01T09:30:00.000Z",
  confirmed_at: "2026-01-31T09:32:00.000Z",
  ended_at: "2026-01-31T09:32:04.000Z",
};

export const importEvents = {
  "import.completed": {
    data: Named("ImportEventData", { import: ImportSummarySchema }),
    example: { import: example },
  },
} as const satisfies EventDefinitions;
