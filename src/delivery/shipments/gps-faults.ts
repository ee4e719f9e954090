import type { FieldError } from "../../infra/errors.ts";
import type { GpsFault, GpsFaultKind } from "../model.ts";
import type { CreateShipment } from "./schema.ts";

/** GPS faults of a request: what they mean where the caller leaves something out, and what they cannot say. */

type Input = NonNullable<NonNullable<CreateShipment["simulation"]>["gps_faults"]>[number];

/** What a fault takes, with its default; null for a jump that nobody can drive. */
const amounts: Record<GpsFaultKind, { meters?: number | null; seconds?: number }> = {
  jump: { meters: null },
  drift: { meters: 500 },
  freeze: {},
  gap: {},
  duplicate: {},
  out_of_order: { seconds: 6 },
  null_island: {},
  clock_ahead: { seconds: 3600 },
  clock_behind: { seconds: 3600 },
  coarse: { meters: 2000 },
};

export function completeGpsFault(input: Input, seed: string): GpsFault {
  const { fault, from_seconds, to_seconds } = input;
  const { meters = null, seconds = null } = { ...amounts[fault], ...input };
  return { fault, from_seconds, to_seconds, meters, seconds, seed: input.seed ?? seed };
}

/** What the members of a fault cannot say together. */
export function gpsFaultErrors(faults: readonly Input[]): FieldError[] {
  return faults.flatMap((input, index) => {
    const pointer = `#/simulation/gps_faults/${index}`;
    const unused = (["meters", "seconds"] as const).filter(
      (name) => input[name] !== undefined && !(name in amounts[input.fault]),
    );
    const errors = unused.map((name) => ({
      pointer: `${pointer}/${name}`,
      code: "unknown_field",
      detail: `must be left out: ${input.fault} has no ${name}`,
    }));
    if (input.to_seconds > input.from_seconds) return errors;
    const detail = "must be greater than from_seconds";
    return [...errors, { pointer: `${pointer}/to_seconds`, code: "order", detail }];
  });
}
