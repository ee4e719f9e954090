import { Type } from "@sinclair/typebox";
import { Named, Nullable, Text, Words } from "@/infra/http/schema.ts";
import { gpsFaultKinds } from "../../../model/model.ts";

/** What a simulated driver's phone gets wrong, as callers ask for it. */

const gpsFaultWords = [
  "`jump`: places far away, in one direction. The third in a row that agrees with those before it counts.",
  "`drift`: places that move away, farther with each position.",
  "`freeze`: the first place again and again, with new times.",
  "`gap`: no positions. `stale` and `tracking.silent` come by the age of the last one.",
  "`duplicate`: each position twice.",
  "`out_of_order`: every second position arrives late, after newer ones.",
  "`null_island`: latitude 0, longitude 0.",
  "`clock_ahead`, `clock_behind`: times in the future or past.",
  "`coarse`: inaccurate places, with their accuracy.",
].join(" ");

const timetableSeconds = { minimum: 0, maximum: 31_536_000 };

const GpsFaultInput = Named("GpsFaultInput", {
  fault: Words(gpsFaultKinds, { title: "GpsFaultKind", description: gpsFaultWords }),
  from_seconds: Type.Number({
    ...timetableSeconds,
    description: "When the fault starts: seconds since the acceptance, at speed 1.",
    examples: [20],
  }),
  to_seconds: Type.Number({
    ...timetableSeconds,
    description: "When it ends. Must be greater than `from_seconds`.",
    examples: [30],
  }),
  meters: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000, examples: [750] }), {
      description:
        "How far, for `jump` (default: too far to drive in the time) and `drift` (500); the reported accuracy of `coarse` (2,000). Null: the default.",
    }),
  ),
  seconds: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 31_536_000, examples: [120] }), {
      description:
        "How wrong the clock is, for `clock_ahead` and `clock_behind` (3,600); how late at most, for `out_of_order` (6). Null: the default.",
    }),
  ),
  seed: Type.Optional({
    ...Text({ minLength: 1, maxLength: 100 }),
    description: "Decides directions and delays. Default: the `seed` of the simulation.",
  }),
});

export const GpsFaultsInput = Type.Array(GpsFaultInput, {
  maxItems: 20,
  description:
    "What the simulated driver's phone gets wrong. Waybill judges its positions by the rules for real phones, as if the driver had the time that the vehicle needs. Faults are applied in this order, each to the positions that are taken from `from_seconds` on and before `to_seconds`. At least one position must be planned in that time. They work with every outcome, script and speed.",
});
