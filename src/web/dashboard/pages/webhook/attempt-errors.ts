import type { AttemptError } from "../../../../messaging/webhooks/deliveries/delivery.ts";

/** Why an attempt was no success, in words. */
export const errorWords = {
  dns: "The name was not found",
  connect: "No connection",
  tls: "No trusted TLS connection",
  timeout: "No answer in time",
  status: "The answer was no 2xx",
  redirect: "Redirects are not followed",
  refused_address: "The address is not allowed",
  fault: "Lost on purpose",
} as const satisfies Record<AttemptError, string>;
