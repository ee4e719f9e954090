import { type Static, Type } from "@sinclair/typebox";
import { Named, Text } from "@/infra/http/schema.ts";

/** More stops than any driver has. */
const stopsMax = 500;

export const ChooseStopOrder = Named("ChooseOrder", {
  stops: Type.Array(
    Text({ minLength: 1, maxLength: 60, examples: ["asg_01m7x5rdwme1ct34p92xd7wpnk.pickup"] }),
    {
      maxItems: stopsMax,
      uniqueItems: true,
      description:
        "Ids of the driver's stops in the new order. Stops that are over are skipped; stops that are missing come after.",
    },
  ),
});
export type ChooseStopOrder = Static<typeof ChooseStopOrder>;
