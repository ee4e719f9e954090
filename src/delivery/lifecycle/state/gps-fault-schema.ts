import { Type } from "@sinclair/typebox";
import { GrowingWords, Named, Nullable } from "../../../infra/http/schema.ts";
import { gpsFaultKinds } from "../../model/model.ts";

/** What a simulated driver's phone gets wrong, with what the caller left out. */

const GpsFaultSchema = Named("GpsFault", {
  fault: GrowingWords(gpsFaultKinds),
  from_seconds: Type.Number(),
  to_seconds: Type.Number(),
  meters: Nullable(Type.Integer(), {
    description: "Null where the fault has none, and for a `jump` that is too far to drive in the time.",
  }),
  seconds: Nullable(Type.Integer(), { description: "Null where the fault has none." }),
  seed: Type.String(),
});

export const GpsFaults = Type.Array(GpsFaultSchema, {
  description: "What the driver's phone gets wrong. Missing where no faults were asked for.",
  examples: [[]],
});
