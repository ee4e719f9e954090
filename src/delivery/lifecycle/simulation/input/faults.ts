import type { Static } from "@sinclair/typebox";
import type { FieldError } from "@/infra/errors.ts";
import type { GpsFault, GpsFaultKind, IfUndeliverable } from "../../../model/model.ts";
import { namedScripts } from "../../../model/script/named.ts";
import type { Script } from "../../../model/script/schema.ts";
import { isPosition } from "../act.ts";
import { planOf } from "../plan.ts";
import type { SimulationInput } from "./schema.ts";

/** GPS faults of a request: what they mean where the caller leaves something out, and what they cannot say. */

type AskedSimulation = Static<typeof SimulationInput>;
type Input = NonNullable<AskedSimulation["gps_faults"]>[number];

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
  const meters = input.meters ?? amounts[fault].meters ?? null;
  const seconds = input.seconds ?? amounts[fault].seconds ?? null;
  return { fault, from_seconds, to_seconds, meters, seconds, seed: input.seed ?? seed };
}

/** What the members of a fault cannot say together. A fault in which no position is planned would do nothing. */
export function gpsFaultErrors(simulation: AskedSimulation, ifUndeliverable: IfUndeliverable): FieldError[] {
  const faults = simulation.gps_faults ?? [];
  if (faults.length === 0) return [];
  const planned = plannedSeconds(simulation, ifUndeliverable);
  return faults.flatMap((input, index) => {
    const pointer = `#/simulation/gps_faults/${index}`;
    const unused = (["meters", "seconds"] as const).filter(
      (name) => input[name] != null && !(name in amounts[input.fault]),
    );
    const errors = unused.map((name) => ({
      pointer: `${pointer}/${name}`,
      code: "unknown_field",
      detail: `must be left out: ${input.fault} has no ${name}`,
    }));
    return [...errors, ...windowErrors(input, pointer, planned)];
  });
}

function windowErrors(
  { from_seconds: from, to_seconds: to }: Input,
  pointer: string,
  planned: number[],
): FieldError[] {
  if (to <= from)
    return [{ pointer: `${pointer}/to_seconds`, code: "order", detail: "must be greater than from_seconds" }];
  if (planned.some((seconds) => seconds >= from && seconds < to)) return [];
  const next = planned.find((seconds) => seconds >= to);
  const hint =
    next === undefined ? `the last is at ${planned.at(-1)} seconds` : `the next is at ${next} seconds`;
  const detail =
    planned.length === 0
      ? "needs a script with positions"
      : `must make the window contain a position: ${hint}`;
  return [{ pointer: `${pointer}/to_seconds`, code: "no_positions", detail }];
}

/** When any of the shipment's assignments has positions, rising. */
function plannedSeconds(simulation: AskedSimulation, ifUndeliverable: IfUndeliverable): number[] {
  const script =
    (simulation.script as Script | undefined) ?? namedScripts[simulation.outcome ?? "delivered"].script;
  // The last list applies to all assignments that follow.
  const plans = [undefined, ...(script.attempts ?? [])].map((_, before) =>
    planOf(script, before + 1, ifUndeliverable),
  );
  const seconds = plans
    .flat()
    .filter(({ act }) => isPosition(act))
    .map((step) => step.seconds);
  return [...new Set(seconds)].sort((a, b) => a - b);
}
