import { Type } from "@sinclair/typebox";
import { Named, saying, Text, Words } from "@/infra/http/schema.ts";
import { outcomes } from "../../../model/model.ts";
import { ScriptSchema } from "../../../model/script/schema.ts";
import { SpeedWord } from "../../state/schema.ts";
import { GpsFaultsInput } from "./faults-schema.ts";
import { RouteInput } from "./route-schema.ts";

/** What the caller wants the sandbox to do with a shipment. Contract §9. */
export const SimulationInput = Named("SimulationInput", {
  speed: Type.Optional(
    Type.Union([Type.Number({ minimum: 0.1, maximum: 1000 }), SpeedWord], {
      description:
        "How many times faster than the timetable. `instant`: every step happens at once. `manual`: nothing happens until you call `advance`. Default: the server's `--simulation-speed`, which is 1, or `instant` with `--ephemeral`.",
    }),
  ),
  seed: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 100,
      description:
        "The same body and seed give the same quotes, route and proof. Default: derived from the body.",
    }),
  ),
  outcome: Type.Optional(
    Words(outcomes, {
      title: "SimulationOutcome",
      default: "delivered",
      description: "A script by its name. `GET /platform/sandbox/scripts` shows them.",
    }),
  ),
  script: Type.Optional(
    saying(ScriptSchema, {
      code: "type",
      detail: "must be an object. To use a named script, send its name as outcome.",
    }),
  ),
  gps_faults: Type.Optional(GpsFaultsInput),
  route: Type.Optional(RouteInput),
});
