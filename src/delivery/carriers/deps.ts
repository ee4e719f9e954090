import type { Db } from "../../infra/db/store.ts";
import type { Deps, Writing } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import type { Caller } from "../../infra/http/principal.ts";
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
  readonly drivers: FleetDrivers;
}

/** The drivers of own fleets, for whoever books a fleet. */
interface FleetDrivers {
  /** The fleet of an account's driver, on duty or not; undefined for one of others, and for one that was deleted. */
  fleetOf(db: Db, accountId: string, driverId: string): string | undefined;
  /**
   * Gives a driver the job of an assignment, inside the caller's transaction.
   * @throws AppError `not_found`, also for a driver of another fleet, `driver_over_capacity`, `driver_absent`
   */
  give(writing: DeliveryWriting, caller: Caller, assignmentId: string, driverId: string): void;
}

/** A transaction whose work may start a round of quotes, which needs the carriers. */
export type DeliveryWriting = Writing<DeliveryDeps>;
