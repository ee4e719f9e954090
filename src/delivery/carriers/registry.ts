import type { Environment } from "../../infra/environment.ts";
import type { Carrier, CarrierKind, CarrierWorld } from "./carrier.ts";
import { simulatedKind } from "./simulated/adapter.ts";

/** Every kind of carrier, one line each. */
export const carrierKinds: readonly CarrierKind[] = [simulatedKind];

/** The carriers that every account of an environment has. */
export function builtInCarriers(
  kinds: readonly CarrierKind[],
  environment: Environment,
  world: CarrierWorld,
): Carrier[] {
  return kinds
    .filter((kind) => kind.environments.includes(environment))
    .flatMap((kind) => kind.builtIn.map((settings) => kind.connect(settings, world)));
}
