import { platform } from "../../access/platform.ts";
import type { ErrorCode } from "../../infra/errors.ts";
import { withCaller, withOperator } from "../../infra/http/context.ts";
import type { Access } from "../../infra/http/operation.ts";
import { Closed, Environment, ListQuery, PlainListQuery, Query } from "../../infra/http/schema.ts";
import type { Side } from "./service.ts";

/**
 * Operations on carriers come twice: for an account's own, and for the installation's. A surface is what differs between
 * the two.
 */

const ofAccount = { parameters: Query({}), list: ListQuery({}) };
const ofInstallation = {
  parameters: Closed({ environment: Environment }),
  list: PlainListQuery({ environment: Environment }),
};

/** For the compiler, both surfaces take what the account's takes. */
type Shapes = typeof ofAccount;

export interface Surface {
  side: Side;
  prefix: string;
  withCaller: typeof withCaller;
  tags: readonly ["Carriers" | "Operator"];
  read: Access;
  write: Access;
  /** Moving the jobs of its fleets. */
  dispatch: Access;
  /** What every operation can answer because of how it names the environment. */
  problems: readonly ErrorCode[];
  /** The operation's id on this surface. */
  named(operationId: string): string;
  shapes: Shapes;
}

export const accountSurface: Surface = {
  side: "account",
  prefix: "/api/v1/platform",
  withCaller,
  tags: ["Carriers"],
  read: platform("carriers:read"),
  write: platform("carriers:write"),
  dispatch: platform("dispatch:write"),
  problems: [],
  named: (operationId) => operationId,
  shapes: ofAccount,
};

export const operatorSurface: Surface = {
  side: "installation",
  prefix: "/api/v1/operator",
  withCaller: withOperator as unknown as typeof withCaller,
  tags: ["Operator"],
  read: { kind: "operator" },
  write: { kind: "operator" },
  dispatch: { kind: "operator" },
  problems: ["environment_required"],
  named: (operationId) => operationId.replace("Carrier", "OperatorCarrier"),
  shapes: ofInstallation as unknown as Shapes,
};
