/** How the drivers of a fleet get its jobs. Contract for live deliveries, §3. */
export interface DispatchTerms {
  /** A dispatcher assigns each job, or Waybill asks the nearest driver, then the next. */
  readonly choice: "manual" | "nearest";
  /** How far from the pickup a driver may be who is asked. */
  readonly radiusMeters: number;
  /** How long a driver has to answer. */
  readonly answerMs: number;
  /** Whether a job that nobody takes goes back, for other carriers. */
  readonly givesBack: boolean;
  /** How long before the estimated pickup of a service the search begins. */
  leadMs(serviceCode: string): number;
}

/** Kinds of attention that fleets of before they existed do not have. */
export const fleetAttentionKinds = [
  "clock_wrong",
  "address_unclear",
  "goods_with_absent_driver",
  "job_not_seen",
] as const;
export type FleetAttention = (typeof fleetAttentionKinds)[number];
