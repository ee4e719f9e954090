/** What went wrong, as the pages show it. */

/** An error of the API (RFC 9457), or one that a page makes itself, with status 0. */
export interface Problem {
  status: number;
  code: string;
  title: string;
  detail: string;
  request_id?: string;
  errors?: readonly FieldProblem[];
  /** How long to wait before a retry, as the server asks. */
  retryAfterMs?: number;
}

export interface FieldProblem {
  /** JSON pointer into the body, `#/delivery/address/country`. */
  pointer?: string;
  /** Name of the query parameter, for an error outside the body. */
  parameter?: string;
  code: string;
  detail: string;
}

export const unreachable: Problem = {
  status: 0,
  code: "unreachable",
  title: "The server is not responding",
  detail: "Your saved data is safe. The page continues when the server is back.",
};

/** A page whose file failed to load, or that failed to render. */
export const notLoaded: Problem = {
  status: 0,
  code: "not_loaded",
  title: "The page failed to load",
  detail: "Reload it. If that does not help, the server is down or was updated.",
};

/** Refusals of a sign-in or of its second step, which leave a session as it is. */
const signInRefusals = ["sign_in_failed", "second_factor_required", "second_factor_failed"];

export function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && "code" in error && "detail" in error;
}

/** Whether the object has another version than the one that was read. */
export function isOvertaken({ code }: Problem): boolean {
  return code === "precondition_failed";
}

/** Whether the page shows what is no longer so: somebody else was faster. */
export function isStale(problem: Problem): boolean {
  return isOvertaken(problem) || problem.code === "driver_changed";
}

/** Whether the session has ended. Paths that also accept keys report a missing key instead. */
export function hasSessionEnded({ status, code }: Problem): boolean {
  return status === 401 && !signInRefusals.includes(code);
}
