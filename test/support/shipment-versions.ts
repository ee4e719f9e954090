import type { OpenApi } from "./openapi.ts";

interface Shipment extends Record<string, unknown> {
  id: string;
  version: number;
  updated_at: string;
}

/** @throws Error for a shipment that differs from an earlier answer of the same version */
export type VersionWatch = (body: unknown) => void;

/**
 * Callers follow shipments by `updated_after` and compare versions. So whatever an answer shows of a shipment itself
 * changes with its version and never goes back in time, whoever asks and wherever it is shown. Of one server: after a
 * restore a shipment can have another life.
 */
export function createVersionWatch(document: OpenApi): VersionWatch {
  const names = Object.keys(document.components.schemas.Shipment?.properties ?? {});
  const newest = new Map<string, Shipment>();

  function see(shipment: Shipment): void {
    const { id, version, updated_at } = shipment;
    const before = newest.get(id);
    if (before && before.version > version) return;
    // Tests may change what they were answered.
    newest.set(id, structuredClone(shipment));
    if (before && before.updated_at > updated_at) {
      throw new Error(`${id}: version ${version} is of ${updated_at}, before ${before.updated_at}`);
    }
    if (before?.version !== version) return;
    const changed = names.filter((name) => !Bun.deepEquals(before[name], shipment[name]));
    const values = changed.map((name) => JSON.stringify([name, before[name], shipment[name]]));
    if (values.length > 0) throw new Error(`${id}: version ${version} does not count ${values.join(", ")}`);
  }

  return (body) => {
    const { data } = (body ?? {}) as { data?: unknown };
    for (const part of [body, ...(Array.isArray(data) ? data : [])]) if (isShipment(part)) see(part);
  };
}

function isShipment(part: unknown): part is Shipment {
  const { id, version, metadata } = (part ?? {}) as Partial<Shipment>;
  return typeof id === "string" && id.startsWith("shp_") && version !== undefined && metadata !== undefined;
}
