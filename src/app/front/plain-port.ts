/** The port of plain HTTP beside HTTPS: it redirects, and answers what must not wait for a certificate. */

export const challengePath = "/.well-known/acme-challenge/";
/** Method and body stay, so that a client that follows does what it wanted. */
const permanentRedirect = 308;
const text = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

/** What is known beside the port. */
export interface PlainPortState {
  /** Where requests belong: `https://waybill.example.com`. */
  origin: string;
  /** What HTTPS waits for; undefined while there is a certificate. */
  waitingFor: string | undefined;
  /** Answers of challenges by their token. */
  readonly challenges: Map<string, string>;
}

export interface PlainPort {
  readonly port: number;
  close(): Promise<void>;
}

/** @throws Error with the `code` of the system if it cannot listen */
export function startPlainPort(address: { host: string; port: number }, state: PlainPortState): PlainPort {
  const server = Bun.serve({
    hostname: address.host,
    port: address.port,
    reusePort: false,
    development: false,
    idleTimeout: 10,
    fetch: (request) => answer(request, state),
  });
  return { port: Number(server.port), close: () => server.stop(true) };
}

function answer({ url, method }: Request, { origin, waitingFor, challenges }: PlainPortState): Response {
  // Of a request without a proper Host, Bun gives the path alone.
  const { pathname, search } = URL.parse(url, origin) ?? new URL(origin);
  if (pathname === "/healthz" && /^(GET|HEAD)$/.test(method)) return Response.json({ status: "ok" });
  if (pathname.startsWith(challengePath)) {
    const found = challenges.get(pathname.slice(challengePath.length));
    return found === undefined
      ? new Response("No such challenge.\n", { status: 404, headers: text })
      : new Response(found, { headers: text });
  }
  if (waitingFor !== undefined) {
    const headers = { ...text, "retry-after": "5" };
    return new Response(`Waiting for ${waitingFor}\n`, { status: 503, headers });
  }
  const headers = { location: `${origin}${pathname}${search}` };
  return new Response(null, { status: permanentRedirect, headers });
}
