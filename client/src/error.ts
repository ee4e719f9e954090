import type { FieldError, Problem } from "./schema.ts";

/**
 * The codes of the reference, and `unknown` for a response that is not a problem document. Later versions may add codes,
 * so handle unknown ones.
 */
export type ProblemCode = Problem["code"] | "unknown";

/** An error response: a problem document (RFC 9457), or the response of a proxy between the caller and the API. */
export class WaybillError extends Error {
  override readonly name = "WaybillError";
  readonly status: number;
  /** The stable code for programs. `unknown` if a proxy responded instead of the API. */
  readonly code: ProblemCode;
  /** What to do, for people. */
  readonly detail: string;
  /** The invalid fields or query parameters. */
  readonly errors: readonly FieldError[];
  /** The request's id, as in the server's log. Include it when you ask for help. */
  readonly requestId: string | undefined;
  /** The `Retry-After` header in seconds, if there is one. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole problem document, empty if there is none. Some codes add members, such as `allowed`. */
  readonly problem: Partial<Problem> & Record<string, unknown>;

  constructor(status: number, headers: Headers, body: unknown) {
    const problem: Partial<Problem> = isProblem(body) ? body : {};
    const isSuccess = status < 300;
    const detail =
      problem.detail ?? `The response had status ${status}${isSuccess ? " and is not JSON" : ""}.`;
    super([problem.code ? `${problem.code}: ${detail}` : detail, ...namesOf(problem)].join("\n"));
    this.status = status;
    this.code = problem.code ?? "unknown";
    this.detail = detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id ?? headers.get("x-request-id") ?? undefined;
    this.retryAfterSeconds = readRetryAfter(headers);
    this.problem = problem;
  }
}

/**
 * The first response, which held the secret, was lost, and the response to the retry no longer shows it. The created
 * object is in `answer`: replace its secret, for an endpoint with `rotateWebhookSecret`.
 */
export class SecretLostError extends Error {
  override readonly name = "SecretLostError";
  readonly answer: object;

  constructor(answer: object) {
    super("The response with the secret was lost, and a secret is shown only once. Replace it.");
    this.answer = answer;
  }
}

/** A line for each invalid field or parameter: a log has the message alone. */
function namesOf({ errors = [] }: Partial<Problem>): string[] {
  return errors.map(({ pointer, parameter, detail }) => `${pointer ?? parameter} ${detail}`);
}

/** A proxy between the caller and the API may respond with JSON of its own. */
function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && typeof body.code === "string";
}

/** Seconds from now: RFC 9110 §10.2.3 allows a number or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
