import type { FieldError, Problem } from "./schema.ts";

/**
 * The codes of the reference, and `unknown` for an answer that is no problem document. New ones may come, so have an
 * answer for those that are not known.
 */
export type ProblemCode = Problem["code"] | "unknown";

/** The API refused: RFC 9457, or an answer of something between the caller and the API. */
export class WaybillError extends Error {
  override readonly name = "WaybillError";
  readonly status: number;
  /** What a program should look at; `unknown` where a proxy answered, and not the API. */
  readonly code: ProblemCode;
  /** A sentence for the person who reads it. */
  readonly detail: string;
  /** The fields that were wrong. */
  readonly errors: readonly FieldError[];
  /** Names the request in the log, for asking about it. */
  readonly requestId: string | undefined;
  /** As in the header `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** All of the problem document, empty where there is none; some codes add members, such as `allowed`. */
  readonly problem: Partial<Problem> & Record<string, unknown>;

  constructor(status: number, headers: Headers, body: unknown) {
    const problem: Partial<Problem> = isProblem(body) ? body : {};
    const detail = problem.detail ?? `The answer had status ${status}.`;
    super(problem.code ? `${problem.code}: ${detail}` : detail);
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
 * The first answer, which had the secret, was lost, and the try that was answered was shown it no more. What was made is
 * in `answer`: give it a new secret, with `rotateWebhookSecret` for an endpoint.
 */
export class SecretLostError extends Error {
  override readonly name = "SecretLostError";
  readonly answer: object;

  constructor(answer: object) {
    super("The answer with the secret was lost, and a secret is shown once. Replace it.");
    this.answer = answer;
  }
}

/** What stands between the caller and the API may answer in JSON of its own. */
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
