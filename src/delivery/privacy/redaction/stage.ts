/**
 * What a redaction does next. `events`: rewrite the bodies of the log; the event `shipment.redacted` ends it. `rows`:
 * delete what else is stored. `files`: erase the request log, and what the files still hold of it all.
 */
export type Stage = "events" | "rows" | "files";
