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

const byAuthority = "The operator can trust it with WAYBILL_CA_FILE.";
const unknownAuthority = `The certificate is from an unknown authority, or the server does not send the certificates between. ${byAuthority}`;
/** What a server's certificate lacks, by the code of OpenSSL or Node. */
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet.",
  CERT_REVOKED: "The certificate was revoked.",
  DEPTH_ZERO_SELF_SIGNED_CERT: `The certificate is self-signed. ${byAuthority}`,
  SELF_SIGNED_CERT_IN_CHAIN: `The certificate is from an unknown authority. ${byAuthority}`,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host name.",
};

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
  const fault = certificateFaults[code];
  if (fault !== undefined) return failure("tls", fault);
  if (tlsCode.test(code)) return failure("tls", `The TLS connection failed (${code}).`);
  if (code === notConnected) return unsent("connect", "The connection was refused.");
  if (code === "ECONNRESET")
    return failure("connect", "The connection was closed before the response was complete.");
  return failure("connect", `The connection failed (${code || "no reason given"}).`);
}
