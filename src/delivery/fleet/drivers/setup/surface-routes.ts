import { Type } from "@sinclair/typebox";
import { platform } from "@/access/platform.ts";
import type { ErrorCode } from "@/infra/errors.ts";
import { withCaller, withOperator } from "@/infra/http/context.ts";
import type { Access } from "@/infra/http/operation.ts";
import { Closed, Environment, Id, ListQuery, PlainListQuery, Query, Words } from "@/infra/http/schema.ts";
import type { Side } from "../../../carriers/service.ts";

/** Operations on drivers, twice: for those of an account's own fleets, and for those of the installation's. */

const filters = {
  carrier_id: Type.Optional(Id("car")),
  on_duty: Type.Optional(Words(["true", "false"], { title: "OnDuty" })),
};
const ofAccount = { parameters: Query({}), list: ListQuery({}), drivers: ListQuery(filters) };
const ofInstallation = {
  parameters: Closed({ environment: Environment }),
  list: PlainListQuery({ environment: Environment }),
  drivers: PlainListQuery({ environment: Environment, ...filters }),
};

/** For the compiler, both surfaces take what the account's takes. */
type Shapes = typeof ofAccount;

export interface DriverSurface {
  side: Side;
  prefix: string;
  withCaller: typeof withCaller;
  tags: readonly ["Drivers" | "Operator"];
  read: Access;
  write: Access;
  /** Deciding what a driver does. */
  dispatch: Access;
  /** What every operation can answer because of how it names the environment. */
  problems: readonly ErrorCode[];
  /** The operation's id on this surface. */
  named(operationId: string): string;
  shapes: Shapes;
}

export const accountDrivers: DriverSurface = {
  side: "account",
  prefix: "/api/v1/platform/drivers",
  withCaller,
  tags: ["Drivers"],
  read: platform("drivers:read"),
  write: platform("drivers:write"),
  dispatch: platform("dispatch:write"),
  problems: [],
  named: (operationId) => operationId,
  shapes: ofAccount,
};

export const operatorDrivers: DriverSurface = {
  side: "installation",
  prefix: "/api/v1/operator/drivers",
  withCaller: withOperator as unknown as typeof withCaller,
  tags: ["Operator"],
  read: { kind: "operator" },
  write: { kind: "operator" },
  dispatch: { kind: "operator" },
  problems: ["environment_required"],
  named: (operationId) => operationId.replace("Driver", "OperatorDriver"),
  shapes: ofInstallation as unknown as Shapes,
};
