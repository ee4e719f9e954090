import { toTimestamp } from "../infra/clock.ts";
import type { FoundMap } from "../infra/streets/map-file.ts";
import type { OperatorStorageView } from "./schema.ts";

export function toMapView(found: FoundMap | null): OperatorStorageView["map"] {
  if (found === null) return null;
  const { path: file, bytes, modifiedAt, result } = found;
  const streets = "fault" in result ? undefined : result;
  return {
    file,
    size_bytes: bytes,
    modified_at: modifiedAt > 0 ? toTimestamp(modifiedAt) : null,
    fault: "fault" in result ? result.fault : null,
    bounds: streets ? [...streets.bounds] : null,
    min_zoom: streets?.minZoom ?? null,
    max_zoom: streets?.maxZoom ?? null,
  };
}
