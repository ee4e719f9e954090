import type { Static, TObject } from "@sinclair/typebox";
import type { Clock } from "../../infra/clock.ts";
import type { Environment } from "../../infra/environment.ts";
import type { Ids } from "../../infra/ids.ts";
import type { Log } from "../../infra/log/log.ts";
import type { Address } from "../model/model.ts";
import type { CancelAnswer, Capability, Carrier, Proof, QuoteRequest } from "./carrier.ts";
import type { ServiceNames } from "./kinds/fleet/card-text.ts";
import type { Distance } from "./kinds/fleet/distance.ts";
import type { PreparedCard } from "./kinds/fleet/rate-card.ts";
import type { Load } from "./load.ts";

/** Kinds by which other code tells carriers apart: an account's own drivers, and those that the sandbox plays. */
export const fleetCode = "fleet";
export const simulatedCode = "simulated";

/** A kind of carrier: the settings that people fill in, and how to connect a carrier from such settings. */
export interface CarrierKind<T extends TObject = TObject> {
  readonly code: string;
  readonly name: string;
  /** What it connects to, and who needs it: a sentence, and a second one for what to know before. */
  readonly summary: string;
  /** Name of the guide that says how to set it up. */
  readonly guide?: string;
  readonly environments: readonly Environment[];
  readonly capabilities: readonly Capability[];
  readonly proves: readonly Proof[];
  /** Titles and descriptions become a form. A secret has `writeOnly: true`. */
  readonly settings: T;
  /**
   * The settings that are addresses. Waybill judges them when they are set, and calls no others. One that is left out has
   * the schema's default.
   */
  readonly addressSettings: readonly string[];
  /** Makes the secrets that are left out. */
  readonly generated: Readonly<Record<string, (ids: Ids) => string>>;
  /** What a new carrier of an account has where its owner names nothing. One of the installation has none of it. */
  readonly firstSettings?: Static<T>;
  /** The carriers that every account of these environments has without configuration. */
  readonly builtIn: readonly BuiltInCarrier<Static<T>>[];
  /** @throws nothing for settings that fit the schema */
  connect(settings: Static<T>, world: CarrierWorld): Carrier;
  /**
   * Refuses credentials that the carrier refuses or that do not belong in its environment, when they are set. A carrier
   * that does not answer refuses none.
   * @throws AppError `production_credentials`, `validation_failed`
   */
  refuseWrongCredentials?(settings: Static<T>, world: CarrierWorld, signal: AbortSignal): Promise<void>;
  /** Asks the carrier whether it can be used. Books nothing. */
  check?(settings: Static<T>, world: CarrierWorld, signal: AbortSignal): Promise<CheckPoint[]>;
  /**
   * Runs the whole conformance suite against the carrier's server. Books a sample and cancels it.
   * @param sample for carriers that do not serve Berlin
   */
  verify?(
    settings: Static<T>,
    world: CarrierWorld,
    signal: AbortSignal,
    sample?: Sample,
  ): AsyncIterable<VerifiedPoint>;
}

interface BuiltInCarrier<Settings> {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly settings: Settings;
}

/** One thing that a check of a carrier found out. */
export interface CheckPoint {
  code: string;
  passed: boolean;
  /** One sentence. */
  detail: string;
  durationMs: number;
}

/** Stops and goods of a shipment that nobody sends. */
export type Sample = Pick<QuoteRequest, "pickup" | "delivery" | "parcels" | "distanceMeters">;

/** `passed` is null for what could not be tried. */
export type VerifiedPoint = Omit<CheckPoint, "passed"> & { passed: boolean | null };

/** Whose carrier it is. */
export interface ConnectedCarrier {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly environment: Environment;
  /** The account that set it up; null for the operator, or built in. */
  readonly accountId: string | null;
}

/** What an adapter may reach beyond its own code. */
export interface CarrierWorld {
  readonly carrier: ConnectedCarrier;
  /** The time of the account that asks or books. */
  readonly clock: Clock;
  /** Real time, for signatures. */
  readonly realClock: Clock;
  readonly log: Log;
  readonly ids: Ids;
  /**
   * Calls the carrier's server, through the guard of every outgoing request: the addresses among its settings only,
   * no redirect, no proxy, bounded in time and size. An answer of any status is an answer.
   * @throws CarrierCallError `unreachable` or `timeout`, and the signal's reason
   */
  http(request: CarrierRequest): Promise<CarrierResponse>;
  /**
   * Fetches a file, such as a label, through the same guard, at most `labelBytesMax`. Other hosts than the carrier's own
   * get none of the headers.
   * @throws CarrierCallError `unreachable`, `timeout`, `status` for any status but 200, and the signal's reason
   */
  document(request: DocumentRequest): Promise<CarrierDocument>;
  /** The carrier's current rate card, if it has one. */
  rateCard(): Promise<PreparedCard | undefined>;
  /** The services of this card; none without one. */
  rateCardServices(): readonly ServiceNames[];
  /** The version of this card; 0 without one. */
  rateCardVersion(): number;
  /** How busy the fleet is at a time; null as usual. */
  load(now: number): Load | null;
  /** How far a driver goes between the stops; null if only the country of one is known. Never throws. */
  distance(pickup: Address, delivery: Address, signal: AbortSignal): Promise<Distance | null>;
  /** The sandbox's drivers. Both calls are safe to repeat. */
  readonly simulator: Simulator;
}

export interface Simulator {
  begin(assignmentId: string): Promise<void>;
  /** Stops the driver, unless the script refuses it or decides later. */
  cancel(assignmentId: string): Promise<CancelAnswer>;
}

export interface CarrierRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Has the origin of one of the carrier's addresses. */
  url: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** The longest answer; 512 KiB where it is left out. */
  answerBytesMax?: number;
  /** Whether the carrier may receive it twice, for example because it carries an idempotency key. */
  isRepeatable: boolean;
  signal: AbortSignal;
}

export interface DocumentRequest {
  /** The carrier may have told it: it can lead to the carrier's own addresses, and to any public host. */
  url: string;
  /** For the carrier's own hosts, such as credentials. */
  headers: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal;
}

/** What the server sent, which nobody has judged. */
export interface CarrierDocument {
  /** As the server says; empty where it does not. */
  contentType: string;
  content: Uint8Array;
}

/** Header names are in lower case. The body is text as the server sent it. */
export interface CarrierResponse {
  status: number;
  headers: Readonly<Record<string, readonly string[]>>;
  body: string;
}
