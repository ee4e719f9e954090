import type { Deps } from "../infra/deps.ts";
import type { Environment } from "../infra/environment.ts";
import type { Carrier } from "./carriers/carrier.ts";

/** What delivery's features use beside the rest. */
export interface DeliveryDeps extends Deps {
  /** The carriers an account can get offers from. */
  carriers(environment: Environment, accountId: string): readonly Carrier[];
}
