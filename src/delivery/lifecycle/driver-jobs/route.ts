/** An order of a driver's stops that is better than the chosen one. */
export interface Suggestion {
  /** Ids of all stops that are left. */
  stops: string[];
  /** How much earlier the last stop is done, whole minutes; negative where being in time costs a detour. */
  minutesSaved: number;
  /** Stops that begin after their window, in the chosen and in this order. */
  lateBefore: number;
  lateAfter: number;
}
