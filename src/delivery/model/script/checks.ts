import type { FieldError } from "../../../infra/errors.ts";
import { storageErrors } from "../../../infra/http/body.ts";
import { errorsOf, fits } from "../../../infra/http/validation.ts";
import type { Outcome } from "../model.ts";
import type { ScriptSchema } from "./schema.ts";
import { positionsMax, reportsMax, scriptBytesMax } from "./script.ts";
import { countPositions, type Simulation } from "./simulation.ts";
import { type ScriptStep, stepSchemas } from "./step-schema.ts";

/** What is wrong with a script, before anything of it happens. */

type Sent = (typeof ScriptSchema)["static"];

const errorsMax = 50;

interface Setting {
  /** A time of a step must not be before it. */
  now: number;
  /** How fast the script runs. */
  speed: Simulation["speed"];
}

export function simulationErrors(
  { outcome, script }: { outcome?: Outcome; script?: Sent },
  pointer: string,
  setting: Setting,
): FieldError[] {
  if (script === undefined) return [];
  const errors = scriptErrors(script, `${pointer}/script`, setting);
  if (outcome === undefined) return errors;
  const detail = "must not be given together with script";
  return [{ pointer: `${pointer}/outcome`, code: "contradictory", detail }, ...errors];
}

function scriptErrors(script: Sent, pointer: string, setting: Setting): FieldError[] {
  if (Buffer.byteLength(JSON.stringify(script)) > scriptBytesMax) {
    return [{ pointer, code: "too_large", detail: `must have at most ${scriptBytesMax} bytes as JSON` }];
  }
  const lists = [
    { steps: script.steps ?? [], place: `${pointer}/steps` },
    ...(script.attempts ?? []).map((steps, index) => ({ steps, place: `${pointer}/attempts/${index}` })),
  ];
  const errors = [
    ...cancellationErrors(script.cancellation, `${pointer}/cancellation`),
    ...quoteErrors(script.quotes ?? [], `${pointer}/quotes`),
    ...lists.flatMap(({ steps, place }) => listErrors(steps, place, setting)),
  ];
  return errors.slice(0, errorsMax);
}

function cancellationErrors(cancellation: Sent["cancellation"], pointer: string): FieldError[] {
  if (!cancellation) return [];
  const { answer, ...others } = cancellation;
  return misplaced(others, cancellationMembers[answer], answer, pointer);
}

const cancellationMembers: Record<NonNullable<Sent["cancellation"]>["answer"], readonly string[]> = {
  accept: ["fee"],
  refuse: ["reason_code", "message"],
  wait: [],
};

/** Members that do not go with an answer. */
function misplaced(
  given: Record<string, unknown>,
  allowed: readonly string[],
  answer: string,
  pointer: string,
): FieldError[] {
  return Object.entries(given)
    .filter(([member, value]) => value !== null && !allowed.includes(member))
    .map(([member]) => ({
      pointer: `${pointer}/${member}`,
      code: "contradictory",
      detail: `must not be given with the answer ${answer}`,
    }));
}

function quoteErrors(quotes: NonNullable<Sent["quotes"]>, pointer: string): FieldError[] {
  return quotes.flatMap(({ carrier, answer = "offer", ...quote }, index): FieldError[] => {
    const place = `${pointer}/${index}`;
    const isRepeated = quotes.slice(0, index).some((other) => other.carrier === carrier);
    return [
      ...(isRepeated
        ? [{ pointer: `${place}/carrier`, code: "repeated", detail: "is given more than once" }]
        : []),
      ...misplaced(quote, quoteMembers[answer], answer, place),
    ];
  });
}

const quoteMembers: Record<NonNullable<NonNullable<Sent["quotes"]>[number]["answer"]>, readonly string[]> = {
  offer: ["after_seconds", "price", "expires_in_seconds"],
  unavailable: ["after_seconds", "code", "message"],
  error: ["after_seconds"],
  none: [],
};

function listErrors(steps: readonly unknown[], pointer: string, setting: Setting): FieldError[] {
  const errors = steps.flatMap((step, index) => shapeErrors(step, `${pointer}/${index}`));
  return errors.length > 0 ? errors : orderErrors(steps as ScriptStep[], pointer, setting);
}

function shapeErrors(step: unknown, pointer: string): FieldError[] {
  if (typeof step !== "object" || step === null || Array.isArray(step))
    return [{ pointer, code: "type", detail: "must be an object" }];
  const { type } = step as { type?: unknown };
  const found = Object.entries(stepSchemas).find(([name]) => name === type);
  if (found === undefined) {
    const types = Object.keys(stepSchemas).join(", ");
    return [{ pointer: `${pointer}/type`, code: "enum", detail: `must be one of ${types}` }];
  }
  const [, schema] = found;
  if (fits(schema, step)) return storageErrors(step, pointer);
  return errorsOf(schema, step, "pointer").map((error) => ({
    ...error,
    pointer: `${pointer}${error.pointer?.slice(1) ?? ""}`,
  }));
}

/** Of steps that fit their shapes. */
function orderErrors(steps: readonly ScriptStep[], pointer: string, { now, speed }: Setting): FieldError[] {
  const errors: FieldError[] = [];
  let latest = now;
  let positions = 0;
  let reports = 0;
  for (const [index, step] of steps.entries()) {
    const place = `${pointer}/${index}`;
    if (step.at !== undefined && step.after_seconds !== undefined) {
      const detail = "must not be given together with after_seconds";
      errors.push({ pointer: `${place}/at`, code: "contradictory", detail });
    }
    if (step.at !== undefined && typeof speed !== "number") {
      const detail = `must be left out at the speed ${speed}, which ignores times: set simulation.speed to a number`;
      errors.push({ pointer: `${place}/at`, code: "contradictory", detail });
    }
    const at = step.at === undefined ? latest : Date.parse(step.at);
    if (at < latest) {
      const detail =
        latest === now ? "must not be in the past" : "must not be before the times of earlier steps";
      errors.push({ pointer: `${place}/at`, code: "minimum", detail });
    }
    latest = Math.max(latest, at);
    if (step.type !== "ride") {
      const before = reports;
      reports += step.times ?? 1;
      if (before <= reportsMax && reports > reportsMax) {
        const detail = `makes more than ${reportsMax} reports with the steps before it`;
        errors.push({ pointer: `${place}/times`, code: "maximum", detail });
      }
      continue;
    }
    if ((step.from ?? 0) > (step.to ?? 1))
      errors.push({ pointer: `${place}/to`, code: "minimum", detail: "must be at least from" });
    const before = positions;
    positions += countPositions(step);
    if (before <= positionsMax && positions > positionsMax) {
      const detail = `makes more than ${positionsMax} positions with the rides before it`;
      errors.push({ pointer: `${place}/lasting_seconds`, code: "maximum", detail });
    }
  }
  return errors;
}
