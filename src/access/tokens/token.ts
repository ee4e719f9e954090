import type { Environment } from "../../infra/environment.ts";
import { invalidField } from "../../infra/errors.ts";

/** Whom a token authenticates. */
export const tokenKinds = ["carrier", "driver", "positions"] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** The kinds that a driver can have. */
export const driverTokenKinds = ["driver", "positions"] as const satisfies readonly TokenKind[];

/** Whose clock says when a tracking app was somewhere: the device's, or Waybill's when the position comes. */
export const timeSources = ["device", "server"] as const;
export type TimeSource = (typeof timeSources)[number];

/** Only tracking apps send times that nobody corrects. @throws AppError `validation_failed` */
export function refuseUntimed(kind: TokenKind, timeSource: TimeSource): void {
  if (kind === "positions" || timeSource === "device") return;
  throw invalidField("#/time_source", "contradictory", "must be device, unless the kind is positions");
}

/** Contract for live deliveries, §1. */
const names = { carrier: "wbc", driver: "wbd", positions: "wbp" } as const satisfies Record<
  TokenKind,
  string
>;

export function tokenPrefix(kind: TokenKind, environment: Environment): string {
  return `${names[kind]}_${environment}_`;
}

/** Tokens of one carrier's server, and of one driver, that are neither revoked nor expired. */
export const tokensPerCarrierMax = 20;
export const tokensPerDriverMax = 10;

/** Whose token it is. */
export interface TokenOwner {
  environment: Environment;
  carrierId: string;
  /** The carrier's account; null for a carrier of the installation. */
  accountId: string | null;
  /** Null for the carrier's own server. */
  driverId: string | null;
}
