import type { Environment } from "../../infra/environment.ts";
import { dayMs, hourMs } from "../../infra/units.ts";

/** Contract for live deliveries, §3. */
export const linkLifetimeMs = 24 * hourMs;
export const devicesPerLink = 3;
export const deviceIdleMs = 14 * dayMs;

/** Devices that a driver can have at a time. */
export const devicesPerDriverMax = 10;

/** Longest stored User-Agent, in characters. */
export const userAgentLengthMax = 200;

/** Whose devices they are. */
export interface DeviceOwner {
  environment: Environment;
  driverId: string;
  carrierId: string;
  /** The carrier's account; null for a carrier of the installation. */
  accountId: string | null;
}

/** Devices that were last used at this time or earlier have ended by `now`. */
export function idleLimit(now: number): number {
  return now - deviceIdleMs;
}

/** `unknown`: nobody has asked the phone or the driver yet. */
export const abilityStates = ["yes", "no", "unknown"] as const;
type AbilityState = (typeof abilityStates)[number];

/** What the page of a driver may do on a phone. */
export interface Abilities {
  location: AbilityState;
  camera: AbilityState;
  notifications: AbilityState;
  /** Whether the driver heard the test alarm. */
  sound: AbilityState;
  /** Whether it is opened from the home screen. */
  home_screen: AbilityState;
  /** When the page told. */
  checkedAt: number;
}
