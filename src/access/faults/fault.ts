import type { ErrorCode, FieldError } from "../../infra/errors.ts";
import { memberPointer } from "../../infra/http/json.ts";
import type { FaultRule } from "./schema.ts";

/** Rules by which the API fails on purpose, so that integrators can test their client. Sandbox keys only. */

/** The error that a rule's `status` stands for. */
export const faultErrors = {
  400: "query_invalid",
  401: "api_key_invalid",
  403: "scope_missing",
  404: "not_found",
  409: "transition_not_allowed",
  412: "precondition_failed",
  422: "validation_failed",
  429: "rate_limited",
  500: "internal",
  503: "busy",
} as const satisfies Record<number, ErrorCode>;
export type FaultStatus = keyof typeof faultErrors;

/** Requests that no rule applies to: a test must be able to change the rules. */
export const sparedPath = "/api/v1/platform/sandbox/";

/** How often a rule matched a request, and how often it changed the response. */
export interface FaultCount {
  matched: number;
  applied: number;
}

/** What rules look at. */
export interface FaultRequest {
  operation: string;
  method: string;
  path: string;
  keyId: string;
}

const effects = ["status", "hang_up", "cut", "content_type"] as const;
export type FaultEffect = "status" | "hang_up_before" | "hang_up_after" | "cut" | "content_type" | "delay";

/** What a rule does; `delay` if it does nothing else. */
export function effectOf(rule: FaultRule): FaultEffect {
  const effect = effects.find((name) => rule[name] !== undefined) ?? "delay";
  return effect === "hang_up" ? `hang_up_${rule.hang_up ?? "before"}` : effect;
}

/**
 * Finds the first rule that applies to a request, and counts it in `counts`.
 * @returns its place, or -1
 */
export function drawRule(rules: readonly FaultRule[], counts: FaultCount[], request: FaultRequest): number {
  return rules.findIndex((rule, index) => {
    const count = counts[index] ?? { matched: 0, applied: 0 };
    counts[index] = count;
    if (!isFor(rule, request) || count.applied >= (rule.times ?? Number.POSITIVE_INFINITY)) return false;
    count.matched += 1;
    if (!isDrawn(rule, count.matched)) return false;
    count.applied += 1;
    return true;
  });
}

function isFor(rule: FaultRule, { operation, method, path, keyId }: FaultRequest): boolean {
  const isWanted = (wanted: string | undefined, is: string) => wanted === undefined || wanted === is;
  return (
    isWanted(rule.operation, operation) &&
    isWanted(rule.method, method) &&
    isWanted(rule.key_id, keyId) &&
    (rule.path === undefined || isPath(rule.path, path))
  );
}

/** `*` stands for one segment. */
function isPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  return (
    wanted.length === given.length && wanted.every((part, index) => part === "*" || part === given[index])
  );
}

/** The same seed draws the same requests. */
function isDrawn({ share = 1, seed = "" }: FaultRule, matched: number): boolean {
  const drawn = Number(BigInt.asUintN(32, Bun.hash.wyhash(`${seed}:${matched}`))) / 2 ** 32;
  return drawn < share;
}

/** What is wrong with rules that fit their shape. `mayName` tells whether a key may call an operation. */
export function ruleErrors(
  rules: readonly FaultRule[],
  mayName: (operation: string) => boolean,
): FieldError[] {
  return rules.flatMap((rule, index) =>
    errorsOf(rule, mayName).map(([name, code, detail]) => ({
      pointer: name === "" ? `#/rules/${index}` : memberPointer(`#/rules/${index}`, name),
      code,
      detail,
    })),
  );
}

type RuleError = [name: string, code: string, detail: string];

function errorsOf(rule: FaultRule, mayName: (operation: string) => boolean): RuleError[] {
  const errors: RuleError[] = [];
  const [first, ...others] = effects.filter((name) => rule[name] !== undefined);
  if (first === undefined && rule.delay_ms === undefined) {
    errors.push(["", "required", `must have one of ${[...effects, "delay_ms"].join(", ")}`]);
  }
  for (const name of others) errors.push([name, "contradictory", `must not be combined with ${first}`]);
  if (rule.operation !== undefined && !mayName(rule.operation)) {
    errors.push([
      "operation",
      "enum",
      "must be the operationId of an operation that a key may call, outside the sandbox's",
    ]);
  }
  if (rule.path?.startsWith(sparedPath)) {
    errors.push(["path", "not_accepted", "must not be a path of the sandbox: rules never apply there"]);
  }
  if (rule.status !== undefined && !(rule.status in faultErrors)) {
    errors.push(["status", "enum", `must be one of ${Object.keys(faultErrors).join(", ")}`]);
  }
  if (rule.retry_after_seconds !== undefined && rule.status !== 429 && rule.status !== 503) {
    errors.push(["retry_after_seconds", "contradictory", "must stand beside the status 429 or 503"]);
  }
  if (rule.seed !== undefined && rule.share === undefined) {
    errors.push(["seed", "contradictory", "must stand beside share"]);
  }
  return errors;
}
