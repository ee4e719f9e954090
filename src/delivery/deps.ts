import type { Deps, Writing } from "../infra/deps.ts";
import type { Environment } from "../infra/environment.ts";
import type { Carrier } from "./carriers/carrier.ts";

/** What the features of delivery may use. */
export interface DeliveryDeps extends Deps {
  /** The carriers that Waybill asks for an account's quotes. */
  carriers(environment: Environment, accountId: string): readonly Carrier[];
}

/** A transaction whose work may start a round of quotes, which needs the carriers. */
export type DeliveryWriting = Writing<DeliveryDeps>;
