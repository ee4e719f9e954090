import { scheme } from "../http/target.ts";

/**
 * What: a request of Bun's gets another `url`, by a property over that of its class.
 * Why: for a request without `Host`, which HTTP/1.0 allows, Bun gives the path alone. A new request would not do: Bun knows
 * the client and the connection by the object.
 * Gain: none in speed. Clients and health checks of HTTP/1.0 are answered.
 * Test: test/api/host.test.ts
 * To remove: call the app with the request as it came, once Bun gives it an address.
 */

/** Gives a request without `Host` the address that it would have at the installation's public host. */
export function completeUrl(request: Request, publicUrl: string): Request {
  if (request.headers.has("host") || !request.url.startsWith("/")) return request;
  return Object.defineProperty(request, "url", {
    value: `${scheme}${new URL(publicUrl).host}${request.url}`,
  });
}
