import type { AttemptError } from "../../../../messaging/webhooks/deliveries/delivery.ts";

/** Why an attempt failed. */
export const errorLabels = {
  dns: "DNS lookup failed",
  connect: "Connection failed",
  tls: "TLS error",
  timeout: "Timeout",
  status: "Non-2xx response",
  redirect: "Redirect (not followed)",
  refused_address: "Address not allowed",
  fault: "Dropped by fault injection",
} as const satisfies Record<AttemptError, string>;
