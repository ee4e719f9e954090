import type { TSchema } from "@sinclair/typebox";
import type { BodyPresence, BodyRule } from "./body.ts";
import type { Operation } from "./operation.ts";

/** A route as the gate, the response and the document see it. */
export interface RouteEntry {
  method: string;
  /** As Elysia has it, `/api/v1/keys/:id`. */
  path: string;
  operation: Operation;
  /** The status of success. */
  status: number;
  bodyPresence: BodyPresence;
  /** What the operation declares, completed by the rule for all. */
  bodyRule: BodyRule;
  integerParameters: ReadonlySet<string>;
  body: TSchema | undefined;
  query: TSchema | undefined;
  /** Schemas of successful responses, by status. */
  answers: Readonly<Record<string, TSchema>>;
}
