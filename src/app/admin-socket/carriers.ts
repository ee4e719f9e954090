import { type Static, Type } from "@sinclair/typebox";
import { findAccount } from "../../access/accounts/operator/administration.ts";
import { operatorAccountId } from "../../access/accounts/sign-in/operator.ts";
import type { DeliveryDeps } from "../../delivery/carriers/deps.ts";
import { findRow, type Manager, type Side } from "../../delivery/carriers/service.ts";
import { checkCarrier } from "../../delivery/connections/setup/check.ts";
import { listOwnCarriers } from "../../delivery/connections/setup/reading.ts";
import { CreateCarrier } from "../../delivery/connections/setup/schema.ts";
import { createCarrier, patchCarrier } from "../../delivery/connections/setup/service.ts";
import { type Environment, environments } from "../../infra/environment.ts";
import { invalidField } from "../../infra/errors.ts";
import { operatorIn } from "../../infra/http/principal.ts";
import { Closed, Environment as EnvironmentSchema, Text } from "../../infra/http/schema.ts";

/** The operations behind the commands about carriers. Without an account they are about the installation's carriers. */

const Account = Type.Optional(Text({ minLength: 1, maxLength: 254 }));
const CarrierId = Text({ minLength: 1, maxLength: 100 });

export const ListCarriers = Closed({ environment: EnvironmentSchema, account: Account });
export const AddCarrier = Closed({
  ...CreateCarrier.properties,
  environment: EnvironmentSchema,
  account: Account,
});
export const OneCarrier = Closed({ carrier: CarrierId });
export const PauseCarrier = Closed({
  carrier: CarrierId,
  status: Type.Enum({ active: "active", paused: "paused" }),
});

export async function listByCommand(deps: DeliveryDeps, input: Static<typeof ListCarriers>) {
  const { manager, side } = managerOf(deps, input.environment, input.account);
  return { data: listOwnCarriers(deps, manager, side) };
}

export function addByCommand(
  deps: DeliveryDeps,
  { environment, account, ...input }: Static<typeof AddCarrier>,
) {
  const { manager, side } = managerOf(deps, environment, account);
  return createCarrier(deps, manager, side, input);
}

export async function checkByCommand(deps: DeliveryDeps, { carrier }: Static<typeof OneCarrier>) {
  const { manager, side } = managerOfCarrier(deps, carrier);
  return { carrier_id: carrier, ...(await checkCarrier(deps, manager, side, carrier)) };
}

export function pauseByCommand(deps: DeliveryDeps, { carrier, status }: Static<typeof PauseCarrier>) {
  const { manager, side } = managerOfCarrier(deps, carrier);
  return patchCarrier(deps, manager, side, carrier, { status }, () => true);
}

interface Managing {
  manager: Manager;
  side: Side;
}

export function managerOf(
  deps: DeliveryDeps,
  environment: Environment,
  account: string | undefined,
): Managing {
  const accountId = account === undefined ? operatorAccountId(deps) : findAccount(deps, account).id;
  return {
    manager: { ...operatorIn(accountId), environment },
    side: account === undefined ? "installation" : "account",
  };
}

/** @throws AppError `validation_failed` for an unknown id */
export function managerOfCarrier(deps: DeliveryDeps, id: string): Managing {
  for (const environment of environments) {
    const row = findRow(deps, environment, id);
    if (row) return managerOf(deps, environment, row.accountId ?? undefined);
  }
  throw invalidField("#/carrier", "unknown", "is not the id of a carrier");
}
