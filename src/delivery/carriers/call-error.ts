/**
 * Why a call failed: `unreachable` without an answer, `timeout` without one in time, `status` with one that HTTP calls an error, `nonsense` with one
 * that does not fit. The message is for the carrier's owner, who may read it: it holds no secret.
 */
export interface CarrierCallError extends Error {
  readonly failure: "unreachable" | "timeout" | "status" | "nonsense";
  readonly status?: number;
  /** The request never left. */
  readonly wasNeverSent?: true;
}

export function callError(
  failure: CarrierCallError["failure"],
  message: string,
  status?: number,
): CarrierCallError {
  return Object.assign(new Error(message), { failure, ...(status === undefined ? {} : { status }) });
}

/** Nobody was reached, so nobody has got the request. */
export function unsentCall(message: string): CarrierCallError {
  return Object.assign(callError("unreachable", message), { wasNeverSent: true as const });
}

export function isCallError(error: unknown): error is CarrierCallError {
  return error instanceof Error && "failure" in error;
}

/** Whether the carrier answered, and refused this request alone. Contract for live deliveries, §2: Circuit. */
export function isRefusal(error: unknown): boolean {
  if (!isCallError(error) || error.failure !== "status") return false;
  const { status = 500 } = error;
  return status >= 400 && status < 500 && status !== 401 && status !== 404;
}
