import type { Static } from "@sinclair/typebox";
import { Named, Text } from "@/infra/http/schema.ts";

export const AssignDriver = Named("AssignDriver", {
  driver_id: Text({ minLength: 1, maxLength: 40, examples: ["drv_01m7x5rdwme1ct34p92xd7wpnk"] }),
});
export type AssignDriver = Static<typeof AssignDriver>;
