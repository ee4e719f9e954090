import type { StoreName } from "../db/database.ts";

/** What `waybill doctor` finds in a data folder. */

/** What it found in one respect. */
export interface Finding {
  /** What was examined, such as `integrity`. */
  readonly check: string;
  /** Null for what concerns the whole folder. */
  readonly database: StoreName | null;
  readonly state: FindingState;
  /** One sentence. */
  readonly message: string;
  /** What to do; null if nothing is wrong. */
  readonly remedy: string | null;
  /** Ids of some rows that are wrong. */
  readonly examples: readonly string[];
}

/** `warning`: works, but should be looked at. `error`: data is wrong, or will be. */
export type FindingState = "ok" | "warning" | "error";

/** A database as the doctor met it. */
export interface ExaminedDatabase {
  readonly name: StoreName;
  readonly size_bytes: number;
  /** The newest migration; null for a database that cannot be read. */
  readonly schema: string | null;
  /** The newest moment that its rows name, RFC 3339; null if they name none. */
  readonly newest_at: string | null;
}

/** The result of `waybill doctor`, as `--json` prints it. */
export interface Diagnosis {
  readonly data: string;
  readonly checked_at: string;
  readonly state: FindingState;
  readonly databases: readonly ExaminedDatabase[];
  readonly checks: readonly Finding[];
}

/** How many ids a finding names. */
export const examplesMax = 5;

type Where = Pick<Finding, "check" | "database">;

export function fine(where: Where, message: string): Finding {
  return { ...where, state: "ok", message, remedy: null, examples: [] };
}

export function suspicious(
  where: Where,
  message: string,
  remedy: string,
  examples: readonly string[] = [],
): Finding {
  return { ...where, state: "warning", message, remedy, examples };
}

export function wrong(
  where: Where,
  message: string,
  remedy: string,
  examples: readonly string[] = [],
): Finding {
  return { ...where, state: "error", message, remedy, examples };
}

interface Verdict {
  /** The message if nothing is broken. */
  fine: string;
  /** The message otherwise. */
  broken: string;
  remedy: string;
  state?: Exclude<FindingState, "ok">;
}

/** Fine if nothing is broken, else an error or what `state` says, with the first of the broken ones as examples. */
export function verdict(where: Where, broken: readonly string[], texts: Verdict): Finding {
  if (broken.length === 0) return fine(where, texts.fine);
  const found = texts.state === "warning" ? suspicious : wrong;
  return found(where, texts.broken, texts.remedy, broken.slice(0, examplesMax));
}

/** The worst of them. */
export function stateOf(findings: readonly Pick<Finding, "state">[]): FindingState {
  const states = findings.map(({ state }) => state);
  if (states.includes("error")) return "error";
  return states.includes("warning") ? "warning" : "ok";
}

/** `1 shipment`, `2 shipments`; `1 delivery`, `2 deliveries`. */
export function counted(count: number, noun: string): string {
  const several = noun.endsWith("y") && !/[aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count.toLocaleString("en")} ${count === 1 ? noun : several}`;
}
