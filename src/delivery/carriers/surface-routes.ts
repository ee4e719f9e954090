import type { TProperties } from "@sinclair/typebox";
import { platform } from "../../access/platform.ts";
import type { ErrorCode } from "../../infra/errors.ts";
import { withCaller, withOperator } from "../../infra/http/context.ts";
import type { Access } from "../../infra/http/operation.ts";
import { Closed, Environment, ListQuery, PlainListQuery, Query } from "../../infra/http/schema.ts";
import type { Side } from "./service.ts";

/**
 * Operations on carriers and on drivers come twice: for an account's own, and for the installation's. A surface is what
 * differs between the two.
 */
export interface Surface {
  side: Side;
  prefix: string;
  withCaller: typeof withCaller;
  tags: readonly ["Carriers" | "Drivers" | "Operator"];
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

type Noun = "Carrier" | "Driver";

const ofAccount = { parameters: Query({}), list: ListQuery, query: Query };
const ofInstallation = {
  parameters: Closed({ environment: Environment }),
  list: (filters: TProperties) => PlainListQuery({ environment: Environment, ...filters }),
  query: (parameters: TProperties) => Closed({ environment: Environment, ...parameters }),
};

/** The query of one operation, of a list by its filters, and of another by its parameters. For the compiler, both surfaces take what the account's takes. */
type Shapes = typeof ofAccount;

export const accountSurface = { ...surfaceOfAccount("Carrier"), drivers: surfaceOfAccount("Driver") };
export const operatorSurface = {
  ...surfaceOfInstallation("Carrier"),
  drivers: surfaceOfInstallation("Driver"),
};

function surfaceOfAccount(noun: Noun): Surface {
  const scopes = noun === "Carrier" ? "carriers" : "drivers";
  return {
    side: "account",
    prefix: "/api/v1/platform",
    withCaller,
    tags: [`${noun}s`],
    read: platform(`${scopes}:read`),
    write: platform(`${scopes}:write`),
    dispatch: platform("dispatch:write"),
    problems: [],
    named: (operationId) => operationId,
    shapes: ofAccount,
  };
}

function surfaceOfInstallation(noun: Noun): Surface {
  return {
    side: "installation",
    prefix: "/api/v1/operator",
    withCaller: withOperator as unknown as typeof withCaller,
    tags: ["Operator"],
    read: { kind: "operator" },
    write: { kind: "operator" },
    dispatch: { kind: "operator" },
    problems: ["environment_required"],
    named: (operationId) => operationId.replace(noun, `Operator${noun}`),
    shapes: ofInstallation as Shapes,
  };
}
