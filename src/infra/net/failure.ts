import { errorCode } from "./exchange.ts";
import { isMisbehavior } from "./inflow.ts";
import type { TargetProblem } from "./target-url.ts";

/** The caller's words for error messages. */
export interface Wording {
  /** The other server, at the beginning of a sentence: `The receiver`. */
  readonly server: string;
  /** Why a request may not go to a URL: a sentence each. */
  readonly target: Readonly<Record<TargetProblem, string>>;
}

/**
 * Why there is no answer. `connect` also stands for a connection that broke, spoke no HTTP, or exceeded a limit before
 * the answer was complete.
 */
export interface Failure {
  kind: "error";
  error: "dns" | "connect" | "tls" | "timeout" | "refused_address";
  /** One sentence for the customer. It shows no address that the customer did not enter. */
  message: string;
  /** For the operator's log: the addresses of a refused destination. */
  detail?: string;
  /** No byte of the request can have left. Left out where that is not certain. */
  wasNeverSent?: true;
}

/** Nothing listens at the address, and no byte of the request has left: another address may be tried. */
export const notConnected = "ECONNREFUSED";
const tlsCode = /^EPROTO$|^ERR_(TLS|SSL)|CERT|CRL|^UNABLE_TO_|^(HOSTNAME|IP_ADDRESS)_MISMATCH$|^INVALID_/;

export function failure(error: Failure["error"], message: string): Failure {
  return { kind: "error", error, message };
}

/** A failure before there was a connection. */
export function unsent(error: Failure["error"], message: string): Failure {
  return { ...failure(error, message), wasNeverSent: true };
}

/** @throws errors that do not come from the network */
export function describeFailure(error: unknown, { server }: Wording): Failure {
  if (error instanceof TypeError) throw error;
  if (isMisbehavior(error)) return failure("connect", `${server} ${error.message}`);
  const code = errorCode(error);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return failure("tls", "The certificate is for another host name.");
  }
  if (tlsCode.test(code)) return failure("tls", `The TLS connection failed (${code}).`);
  if (code === notConnected) return unsent("connect", "The connection was refused.");
  if (code === "ECONNRESET")
    return failure("connect", "The connection was closed before the response was complete.");
  return failure("connect", `The connection failed (${code || "no reason given"}).`);
}
