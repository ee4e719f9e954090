import type { TSchema } from "@sinclair/typebox";
import type { BodyPresence, BodyRule } from "./body.ts";
import type { Operation } from "./operation.ts";

/** A route as the gate, the answer and the reference see it. */
export interface RouteEntry {
  method: string;
  /** As Elysia has it, `/api/v1/keys/:id`. */
  path: string;
  operation: Operation;
  deprecation: Deprecation | undefined;
  /** Status of the answer when all went well. */
  status: number;
  bodyPresence: BodyPresence;
  /** As the operation declares it; what it leaves out is as of other operations. */
  bodyRule: BodyRule;
  integerParameters: ReadonlySet<string>;
  body: TSchema | undefined;
  query: TSchema | undefined;
  /** What is answered when all went well, by status. */
  answers: Readonly<Record<string, TSchema>>;
}

/** What is going to leave the API, or some day to change within a new version. */
export interface Deprecation {
  /** Day from which it should not be used in new work, `2027-01-31`. */
  since: string;
  /** Day on which it ends. */
  sunset?: string;
  /** Address of the page that says what to use instead. */
  guide: string;
}
