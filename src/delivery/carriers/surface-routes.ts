import { platform } from "../../access/platform.ts";
import type { ErrorCode } from "../../infra/errors.ts";
import { withCaller, withOperator } from "../../infra/http/context.ts";
import type { Access } from "../../infra/http/operation.ts";
import {
  CarrierDetails,
  CarrierPage,
  CarrierParameters,
  CarrierQuery,
  CarrierWithSecret,
  CreateCarrier,
  CreateOperatorCarrier,
  OperatorCarrier,
  OperatorCarrierPage,
  OperatorCarrierParameters,
  OperatorCarrierQuery,
  OperatorCarrierWithSecret,
  PatchCarrier,
  PatchOperatorCarrier,
} from "../connections/setup/schema.ts";
import type { Side } from "./service.ts";

/** The same operations twice: for an account's own carriers, and for the installation's. */

const ofAccount = {
  details: CarrierDetails,
  withSecret: CarrierWithSecret,
  page: CarrierPage,
  create: CreateCarrier,
  patch: PatchCarrier,
  parameters: CarrierParameters,
  list: CarrierQuery,
};
const ofInstallation = {
  details: OperatorCarrier,
  withSecret: OperatorCarrierWithSecret,
  page: OperatorCarrierPage,
  create: CreateOperatorCarrier,
  patch: PatchOperatorCarrier,
  parameters: OperatorCarrierParameters,
  list: OperatorCarrierQuery,
};

/** For the compiler, both surfaces take what the operator may send and answer what an account sees. */
type Shapes = Pick<typeof ofAccount, "details" | "withSecret" | "page" | "parameters" | "list"> &
  Pick<typeof ofInstallation, "create" | "patch">;

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
  listed: string;
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
  shapes: ofAccount as unknown as Shapes,
  listed:
    "Newest first: your own carriers, and the installation's that you may use. Of those, `settings` and `health` are null, and you cannot change them.",
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
  listed:
    "The installation's carriers, newest first, and the built-in ones. Accounts' own carriers are not listed.",
};
