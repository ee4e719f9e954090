import type { Deps } from "../infra/deps.ts";
import type { Environment } from "../infra/environment.ts";
import type { Carrier } from "./carriers/carrier.ts";

/** What the features of delivery may use. */
export interface DeliveryDeps extends Deps {
  /** The carriers that Waybill asks for an account's quotes. */
  carriers(environment: Environment, accountId: string): readonly Carrier[];
}
