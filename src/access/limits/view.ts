import type { LimitsView } from "../schema.ts";
import type { Limits } from "./limit.ts";

export function toLimitsView({ rate, perDay, storageBytes }: Limits): LimitsView {
  return {
    requests_per_second: rate.perSecond,
    burst: rate.burst,
    requests_per_day: perDay,
    storage_bytes: storageBytes,
  };
}
