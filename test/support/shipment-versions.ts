import type { OpenApi } from "./openapi.ts";

type Members = Record<string, unknown>;

/** @throws Error for a shipment that differs from an earlier answer of the same version */
export type VersionWatch = (body: unknown) => void;

/**
 * Callers follow shipments by `updated_after` and compare versions. So whatever an answer shows of a shipment itself
 * changes with its version and never goes back in time, whoever asks and wherever it is shown.
 */
export function createVersionWatch(document: OpenApi): VersionWatch {
  const names = Object.keys(document.components.schemas.Shipment?.properties ?? {});
  const seen = new Map<string, Members>();
  const last = new Map<string, { version: number; updatedAt: string }>();

  function see(shipment: Members): void {
    const { id, version, updated_at } = shipment as { id: string; version: number; updated_at: string };
    const own = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, shipment[name]]))));
    // A server that starts again listens on another port.
    own.tracking_url = own.tracking_url?.replace(/^.*(?=\/t\/)/, "") ?? null;
    const before = seen.get(`${id} ${version}`);
    seen.set(`${id} ${version}`, own);
    const changed = before ? names.filter((name) => !Bun.deepEquals(before[name], own[name])) : [];
    if (changed.length > 0) {
      const values = changed.map((name) => JSON.stringify([name, before?.[name], own[name]]));
      throw new Error(`${id}: version ${version} does not count this change: ${values.join(", ")}`);
    }
    const newest = last.get(id);
    if (newest && newest.version < version && newest.updatedAt > updated_at) {
      throw new Error(`${id}: version ${version} is of ${updated_at}, before ${newest.updatedAt}`);
    }
    if (!newest || newest.version < version) last.set(id, { version, updatedAt: updated_at });
  }

  return (body) => {
    const { data } = (body ?? {}) as { data?: unknown };
    for (const part of [body, ...(Array.isArray(data) ? data : [])]) if (isShipment(part)) see(part);
  };
}

function isShipment(part: unknown): part is Members {
  const { id, version, metadata } = (part ?? {}) as Members;
  return typeof id === "string" && id.startsWith("shp_") && version !== undefined && metadata !== undefined;
}
