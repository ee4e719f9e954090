import type { Db } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { entriesOf, getShipmentRecord } from "../lifecycle/reading.ts";
import { findProof, proofImagesOf } from "../tracking/reading.ts";
import type { ProofFile } from "./schema.ts";
import { toLinks } from "./view.ts";

/** The history and the proof of a shipment, to be kept and checked elsewhere. @throws AppError `not_found` */
export function getProofFile(deps: Deps, caller: Caller, shipmentId: string): ProofFile {
  getShipmentRecord(deps, caller, shipmentId);
  return proofFileOf(deps.stores.platform(caller.environment).db, shipmentId);
}

/** The same, whoever owns the shipment. */
export function proofFileOf(db: Db, shipmentId: string): ProofFile {
  const entries = entriesOf(db, shipmentId);
  const links = toLinks(entries, findProof(db, shipmentId));
  return {
    format: "waybill-proof-1",
    shipment_id: shipmentId,
    begins_at: entries.find(({ hash }) => hash !== null)?.sequence ?? null,
    head: links.at(-1)?.hash ?? null,
    links,
    pictures: picturesOf(links, proofImagesOf(db, shipmentId)),
  };
}

/** Those that the chain names, in its order. */
function picturesOf(
  links: ProofFile["links"],
  images: readonly { name: string; content: Buffer }[],
): ProofFile["pictures"] {
  const named = new Set(links.flatMap(({ values }) => Object.keys(values).filter((name) => values[name])));
  return images
    .filter(({ name }) => named.has(name))
    .map(({ name, content }) => ({ name, content: content.toString("base64") }));
}
