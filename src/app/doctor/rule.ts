import { counted, examplesMax, type Finding, type FindingState } from "../../infra/backups/diagnosis.ts";
import type { OpenDatabase, Patient } from "./patient.ts";

/** What holds for the rows of a database, whatever clients, carriers and a `kill -9` do. */
export interface Rule {
  readonly check: string;
  /** What it reads, for the progress bar: rules of a check that are read together make one finding while they hold. */
  readonly about: string;
  /** Those of both environments by default. */
  readonly database?: "accounts";
  readonly find: Finder;
  /** The word for one of what it counts: `shipment`. */
  readonly noun: string;
  /** The sentence if all hold. @param all such as `2 shipments` */
  fine(all: string): string;
  /** The sentence otherwise. @param some such as `1 shipment` @param name of the database */
  broken(some: string, name: string): string;
  /** An error by default. */
  readonly state?: Exclude<FindingState, "ok">;
  readonly remedy: string;
}

/** Undefined where a second database that it needs cannot be read. */
export type Finder = (
  database: OpenDatabase,
  patient: Patient,
) => Found | undefined | Promise<Found | undefined>;

export interface Found {
  /** How many were looked at. */
  readonly total: number;
  /** How many break the rule. */
  readonly broken: number;
  /** Ids of some. */
  readonly examples: readonly string[];
}

/** @param broken ids of what breaks a rule */
export function found(total: number, broken: readonly string[]): Found {
  return { total, broken: broken.length, examples: broken.slice(0, examplesMax) };
}

/** What each rule says for itself. */
type Own = Pick<Rule, "find" | "remedy" | "state">;

/** Of rows of both environments. @param what the broken ones are, after their number */
export function rows(check: string, what: string, own: Own): Rule {
  return {
    check,
    about: "rows",
    noun: "row",
    fine: () => "As it should be.",
    broken: (some) => `${some}: ${what}.`,
    ...own,
  };
}

/** Of sums that two tables must agree on, account by account. @param differ what is wrong, after their number */
export function sums(check: string, fine: Rule["fine"], differ: string, own: Own): Rule {
  const broken: Rule["broken"] = (some) => `${some}: ${differ}.`;
  return { check, about: "sums", noun: "account", fine, broken, ...own };
}

/** Examines a database by rules: for each check one finding, or one for each rule that is broken. */
export async function examineRules(
  rules: readonly Rule[],
  database: OpenDatabase,
  patient: Patient,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const own of Map.groupBy(rules, ({ check }) => check).values()) {
    const made: Finding[] = [];
    for (const rule of own) {
      const result = await rule.find(database, patient);
      if (result !== undefined) made.push(findingOf(rule, result, database));
    }
    const broken = made.filter(({ state }) => state !== "ok");
    findings.push(...(broken.length > 0 ? broken : made.slice(0, 1)));
  }
  return findings;
}

function findingOf(rule: Rule, { total, broken, examples }: Found, { name }: OpenDatabase): Finding {
  const { check, noun, state = "error", remedy } = rule;
  const where = { check, database: name };
  if (broken === 0) {
    return { ...where, state: "ok", message: rule.fine(counted(total, noun)), remedy: null, examples: [] };
  }
  return { ...where, state, message: rule.broken(counted(broken, noun), name), remedy, examples };
}

/** Rows that a redaction is still rewriting. */
export const isRedacting = (shipmentId: string) =>
  `EXISTS (SELECT 1 FROM redactions WHERE redactions.shipment_id = ${shipmentId})`;

/** What to do about a broken rule. */
export const fromBackup =
  "Restore the newest backup that does not have this error, or keep the rows and repair what depends on them.";
export const report = "Waybill works on. Please report it: this should not happen.";
