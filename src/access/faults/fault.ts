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
type FaultEffect = "status" | "hang_up_before" | "hang_up_after" | "cut" | "content_type" | "delay";

/** A body that fails closes the connection. Bun reads none for HEAD. */
const closing = ["hang_up", "cut"] as const;

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
  if (method === "HEAD" && closing.some((name) => rule[name] !== undefined)) return false;
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

/** Whether the fault meets this request. A seed draws its requests again in each run. */
function isDrawn({ share = 1, seed = "" }: FaultRule, matched: number): boolean {
  const drawn = Number(BigInt.asUintN(32, Bun.hash.wyhash(`${seed}:${matched}`))) / 2 ** 32;
  return drawn < share;
}

/** An operation that keys may call. */
export interface FaultTarget {
  name: string;
  method: string;
  /** As Elysia has it, `/api/v1/keys/:id`. */
  path: string;
}

/** What rules can name. They never apply to the sandbox's own operations. */
interface FaultScope {
  targets: readonly FaultTarget[];
  /** Whether the account has this key for its sandbox. */
  hasKey(id: string): boolean;
}

/** What is wrong with rules that fit their shape. A rule that can never match is wrong too. */
export function ruleErrors(rules: readonly FaultRule[], scope: FaultScope): FieldError[] {
  return rules.flatMap((rule, index) =>
    [...effectErrors(rule), ...matchErrors(rule, scope)].map(([name, code, detail]) => ({
      pointer: name === "" ? `#/rules/${index}` : memberPointer(`#/rules/${index}`, name),
      code,
      detail,
    })),
  );
}

type RuleError = [name: string, code: string, detail: string];

function effectErrors(rule: FaultRule): RuleError[] {
  const errors: RuleError[] = [];
  const [first, ...others] = effects.filter((name) => rule[name] !== undefined);
  if (first === undefined && rule.delay_ms === undefined) {
    errors.push(["", "required", `must have one of ${[...effects, "delay_ms"].join(", ")}`]);
  }
  for (const name of others) errors.push([name, "contradictory", `must not be combined with ${first}`]);
  if (rule.method === "HEAD") {
    for (const name of closing.filter((each) => rule[each] !== undefined))
      errors.push([name, "contradictory", "is not possible for HEAD, whose responses have no body"]);
  }
  if (rule.status !== undefined && !(rule.status in faultErrors)) {
    errors.push(["status", "enum", `must be one of ${Object.keys(faultErrors).join(", ")}`]);
  }
  if (rule.retry_after_seconds !== undefined && rule.status !== 429 && rule.status !== 503) {
    errors.push(["retry_after_seconds", "contradictory", "is allowed only with status 429 or 503"]);
  }
  if (rule.seed !== undefined && rule.share === undefined) {
    errors.push(["seed", "contradictory", "is allowed only with share"]);
  }
  return errors;
}

const ofSandbox = "of the sandbox: rules never apply there";

function matchErrors({ operation, method, path, key_id: keyId }: FaultRule, scope: FaultScope): RuleError[] {
  const errors: RuleError[] = [];
  const isSpared = (target: FaultTarget) => target.path.startsWith(sparedPath);
  const targets = scope.targets.filter((target) => !isSpared(target));
  const named = targets.filter(({ name }) => operation === undefined || operation === name);
  const known = named.length > 0 ? named : targets;
  const there = known.filter((target) => path === undefined || mayBePath(path, target.path));
  const ofIt = operation !== undefined && named.length > 0 ? ` of ${operation}` : "";
  if (scope.targets.some((target) => target.name === operation && isSpared(target))) {
    errors.push(["operation", "not_accepted", `must not be an operation ${ofSandbox}`]);
  } else if (named.length === 0) {
    errors.push(["operation", "enum", "must be the operationId of a request that an API key can make"]);
  }
  if (path?.startsWith(sparedPath)) {
    errors.push(["path", "not_accepted", `must not be a path ${ofSandbox}`]);
  } else if (there.length === 0) {
    const like = known[0]?.path.replaceAll(/:[^/]+/g, "*");
    errors.push(["path", "not_accepted", `must be a path${ofIt || " that API keys use"}, such as ${like}`]);
  }
  const methods = new Set((there.length > 0 ? there : known).map((target) => target.method));
  if (methods.has("GET")) methods.add("HEAD");
  if (method !== undefined && !methods.has(method)) {
    errors.push(["method", "enum", `must be ${[...methods].join(" or ")} here`]);
  }
  if (keyId !== undefined && !scope.hasKey(keyId)) {
    errors.push(["key_id", "not_found", "must be the id of a sandbox key of this account"]);
  }
  return errors;
}

/** What a path can have in the place of a parameter. */
const parameterValue = /^[^*?#]+$/;

/** Whether some request with the path of an operation fits a rule's pattern. */
function mayBePath(pattern: string, route: string): boolean {
  const [wanted, given] = [pattern.split("/"), route.split("/")];
  const mayBe = (part: string, of = "") =>
    part === "*" || part === of || (of.startsWith(":") && parameterValue.test(part));
  return wanted.length === given.length && wanted.every((part, index) => mayBe(part, given[index]));
}
