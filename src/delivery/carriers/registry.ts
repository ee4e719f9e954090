import type { Environment } from "../../infra/environment.ts";
import type { Carrier } from "./carrier.ts";
import type { CarrierKind, CarrierWorld, ConnectedCarrier } from "./kind.ts";
import { easypostKind } from "./kinds/easypost/adapter.ts";
import { fleetKind } from "./kinds/fleet/adapter.ts";
import { httpKind } from "./kinds/http/adapter.ts";
import { karrioKind } from "./kinds/karrio/adapter.ts";
import { simulatedKind } from "./kinds/simulated/adapter.ts";

/** Every kind of carrier, one line each. */
export const carrierKinds: readonly CarrierKind[] = [
  simulatedKind,
  fleetKind,
  httpKind,
  karrioKind,
  easypostKind,
];

/** The carriers that every account of an environment has. `worldOf` makes the world of each. */
export function builtInCarriers(
  kinds: readonly CarrierKind[],
  environment: Environment,
  worldOf: (carrier: ConnectedCarrier) => CarrierWorld,
): Carrier[] {
  return kinds
    .filter((kind) => kind.environments.includes(environment))
    .flatMap((kind) =>
      kind.builtIn.map(({ id, code, name, settings }) =>
        kind.connect(settings, worldOf({ id, code, name, environment, accountId: null })),
      ),
    );
}
