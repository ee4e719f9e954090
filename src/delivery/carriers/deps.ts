import type { Db } from "../../infra/db/store.ts";
import type { Deps, Writing } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import type { DriverStop } from "../model/stops.ts";
import type { Carrier } from "./carrier.ts";
import type { CarrierKind, Simulator } from "./kind.ts";

/** What the features of delivery may use. */
export interface DeliveryDeps extends Deps {
  /** The carriers that Waybill asks for an account's quotes. */
  carriers(environment: Environment, accountId: string): readonly Carrier[];
  /** A carrier whatever its status: a paused carrier finishes its jobs. */
  carrier(environment: Environment, id: string): Carrier | undefined;
  readonly kinds: readonly CarrierKind[];
  readonly simulator: Simulator;
  /**
   * The stops that the driver of an assignment still makes, of all their jobs, in order. Empty: only those of the
   * assignment itself are known.
   */
  stopsOfDriver(db: Db, assignmentId: string): readonly DriverStop[];
}

/** A transaction whose work may start a round of quotes, which needs the carriers. */
export type DeliveryWriting = Writing<DeliveryDeps>;
