import { dayMs } from "../../infra/units.ts";
import type { Need } from "../need.ts";

/** Messages that tell the operator of a trouble's beginning and of its end. */

export const channels = ["webhook", "mail"] as const;
export type Channel = (typeof channels)[number];
export type AlarmState = "began" | "ended";

/** A need is over when it stayed away for so long: what comes and goes is one trouble. */
const goneMs = 3 * 60_000;
/** What ended long ago is of no use. */
export const keptMs = 90 * dayMs;

/** A trouble that has not ended. */
export interface OpenTrouble {
  id: string;
  needId: string;
  /** Null while the need is there. */
  missingSince: number | null;
}

/** What a look finds that the rows do not say yet. */
export interface Findings {
  begun: readonly Need[];
  back: readonly OpenTrouble[];
  missing: readonly OpenTrouble[];
  ended: readonly OpenTrouble[];
}

export function compare(open: readonly OpenTrouble[], needs: readonly Need[], now: number): Findings {
  const known = new Set(open.map(({ needId }) => needId));
  const present = new Set(needs.map(({ id }) => id));
  const absent = open.filter(({ needId }) => !present.has(needId));
  const isOver = ({ missingSince }: OpenTrouble) => missingSince !== null && now - missingSince >= goneMs;
  return {
    begun: needs.filter(({ id }) => !known.has(id)),
    back: open.filter(({ needId, missingSince }) => present.has(needId) && missingSince !== null),
    missing: absent.filter(({ missingSince }) => missingSince === null),
    ended: absent.filter(isOver),
  };
}

export function hasNews({ begun, back, missing, ended }: Findings): boolean {
  return begun.length + back.length + missing.length + ended.length > 0;
}
