import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import type { Deps } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import { contextOf } from "../infra/http/context.ts";

/**
 * Checks responses against the schemas of their operations. A response that does not fit is a bug of ours, which tests
 * find: every test checks every response. Checking takes 5 to 10 % of a request, so in production it is a sample, which
 * reports what the tests missed.
 */

/** In production Waybill checks one response of this number. */
const sampledEvery = 64;
/** Checking a longer one would keep everybody waiting. */
const sampledCharactersMax = 64 * 1024;

export type AnswerCheck = (request: Request, status: number, json: string | undefined) => void;

/** Compiling a schema takes as long as a hundred checks without that, and the first request would wait for it. */
const compiledAfter = 16;
const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();
const checks = new WeakMap<TSchema, number>();

function fits(schema: TSchema, value: unknown): boolean {
  const known = compiled.get(schema);
  if (known) return known.Check(value);
  const count = (checks.get(schema) ?? 0) + 1;
  checks.set(schema, count);
  if (count >= compiledAfter) compiled.set(schema, TypeCompiler.Compile(schema));
  return Value.Check(schema, value);
}

/**
 * Makes the check. With `all` it throws an error, and the client gets 500. A sample only reports: the same response was
 * sent unchecked before, and what it tells has happened.
 */
export function createAnswerCheck({ config: { validateAnswers }, log }: Deps): AnswerCheck {
  let counted = 0;
  function isChosen(): boolean {
    if (validateAnswers === "sample") counted = (counted + 1) % sampledEvery;
    return validateAnswers === "all" || (validateAnswers === "sample" && counted === 0);
  }
  return (request, status, json) => {
    if (!isChosen()) return;
    if (validateAnswers === "sample" && (json?.length ?? 0) > sampledCharactersMax) return;
    const { route, requestId } = contextOf(request) ?? {};
    const schema = route?.answers[status];
    if (!schema) return;
    const value = json === undefined ? undefined : JSON.parse(json);
    if (fits(schema, value)) return;
    const misfits = [...Value.Errors(schema, value)].map(({ path, message }) => `${path}: ${message}`);
    const cause = new Error(
      `The response of ${route?.operation.operationId} does not fit its schema: ${misfits.join("; ")}`,
    );
    if (validateAnswers === "all") throw new AppError("internal", { cause });
    log.error({ err: cause, request_id: requestId }, "A response does not fit its schema");
  };
}
