import { toTimestamp } from "../../../infra/clock.ts";
import type { ValueTexts } from "../../../infra/secrets/salted.ts";
import { canonicalJson, type LinkColumns, type OpenMembers } from "./chain.ts";
import { evidenceTexts, openEvidence } from "./evidence.ts";
import type { EntryRow } from "./rows.ts";

/** An entry of the timeline as a link of the shipment's chain. */

type Said = Omit<EntryRow, keyof LinkColumns>;

/** What its record says for everybody. */
export function openMembersOf(entry: Said): OpenMembers {
  const { shipmentId, sequence, status, substatus, code, source, evidence } = entry;
  const said = { shipment_id: shipmentId, sequence, status, substatus, code, source };
  return { kind: "entry", ...said, ...openEvidence(evidence) };
}

/** What its record says as salted hashes. */
export function valuesOf({ message, location, occurredAt, recordedAt, evidence }: Said): ValueTexts {
  return {
    message,
    location: location && canonicalJson({ ...location }),
    occurred_at: toTimestamp(occurredAt),
    recorded_at: toTimestamp(recordedAt),
    ...evidenceTexts(evidence),
  };
}
