import type { Db } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { entriesOf, getShipmentRecord } from "../../lifecycle/state/reading.ts";
import { findProofImage, proofImageNames, proofsOf } from "../../lifecycle/tracking/reading.ts";
import type { ProofFile } from "./schema.ts";
import { toLinks } from "./view.ts";

/** Bytes of a picture that become base64 at a time. A multiple of 3: no padding stands in between. */
const pieceBytes = 384 * 1024;

/**
 * The history and the proof of a shipment as JSON, to be kept and checked elsewhere: one picture after the other, in
 * pieces, because together they can have 64 MiB.
 * @throws AppError `not_found`
 */
export function writeProofFile(deps: Deps, caller: Caller, shipmentId: string): () => AsyncGenerator<string> {
  getShipmentRecord(deps, caller, shipmentId);
  const { db } = deps.stores.platform(caller.environment);
  return () => textsOf(db, shipmentId);
}

/** The proof file as one value, whoever owns the shipment. */
export function proofFileOf(db: Db, shipmentId: string): ProofFile {
  const { names, ...file } = historyOf(db, shipmentId);
  return {
    ...file,
    pictures: names.map((name) => ({ name, content: pictureOf(db, shipmentId, name).toString("base64") })),
  };
}

async function* textsOf(db: Db, shipmentId: string): AsyncGenerator<string> {
  const { names, ...file } = historyOf(db, shipmentId);
  yield `${JSON.stringify(file).slice(0, -1)},"pictures":[`;
  for (const [index, name] of names.entries()) {
    const content = pictureOf(db, shipmentId, name);
    yield `${index === 0 ? "" : ","}{"name":${JSON.stringify(name)},"content":"`;
    for (let at = 0; at < content.length; at += pieceBytes) {
      yield content.toString("base64", at, Math.min(at + pieceBytes, content.length));
    }
    yield '"}';
  }
  yield "]}";
}

/** All but the pictures, and the names of those that the chain names, in their order in the file. */
function historyOf(db: Db, shipmentId: string): Omit<ProofFile, "pictures"> & { names: string[] } {
  const entries = entriesOf(db, shipmentId);
  const links = toLinks(entries, proofsOf(db, shipmentId));
  const named = new Set(links.flatMap(({ values }) => Object.keys(values).filter((name) => values[name])));
  return {
    format: "waybill-proof-1",
    shipment_id: shipmentId,
    begins_at: entries.find(({ hash }) => hash !== null)?.sequence ?? null,
    head: links.at(-1)?.hash ?? null,
    links,
    names: proofImageNames(db, shipmentId).filter((name) => named.has(name)),
  };
}

/** @throws Error for one that was erased meanwhile: the file is broken off rather than wrong */
function pictureOf(db: Db, shipmentId: string, name: string): Buffer {
  const image = findProofImage(db, shipmentId, name);
  if (!image) throw new Error("A picture was erased while its proof file was written");
  return image.content;
}
