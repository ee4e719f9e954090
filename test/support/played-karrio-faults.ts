import type { IncomingMessage, ServerResponse } from "node:http";

/** What goes wrong with a played Karrio server, as it did with a recorded one. */

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  isTest: boolean;
  /** How often this call came, this one included. */
  times: number;
}

export interface Answer {
  status: number;
  body: unknown;
}

const isPurchase = ({ path }: Call) => path.endsWith("/purchase");
export const isDraft = ({ method, path }: Call) => method === "POST" && path === "/v1/shipments";

export const failure = (status: number, code: string, message: string): Answer => ({
  status,
  body: { errors: [{ code, level: "error", message }] },
});
export const carrierSays = (status: number, code: string, message: string): Answer => ({
  status,
  body: { messages: [{ carrier_id: "own-couriers", carrier_name: "generic", code, message }] },
});
const unreachable = (status: number) =>
  carrierSays(status, "SHIPPING_SDK_INTERNAL_ERROR", "<urlopen error [Errno -2] Name or service not known>");

export type Answering = (
  call: Call,
  answer: () => Promise<Answer>,
  wire: Wire,
) => Promise<Answer | undefined>;

interface Wire {
  request: IncomingMessage;
  response: ServerResponse;
  /** Every rate of every draft gets another id. */
  replaceRates(): void;
  /** The carrier makes a label for the call's shipment, and Karrio ends before it writes that down. */
  makeLabel(): void;
  /** Nobody listens any more at Karrio's address. */
  leave(): void;
}

/** A Karrio that ends while it buys: the carrier has made the label, the draft stays one, and the caller gets this. */
const ending =
  (ends: (wire: Wire) => Answer | undefined): Answering =>
  async (call, answer, wire) => {
    if (!isPurchase(call)) return answer();
    wire.makeLabel();
    return ends(wire);
  };

const slowMs = 1_500;

/** What goes wrong. `undefined`: nothing is answered. */
export const faults = {
  well: (_, answer) => answer(),
  silent: async () => undefined,
  broken: async () => failure(500, "", "boom"),
  huge: async () => ({ status: 200, body: { results: "x".repeat(10_000_000) } }),
  /** The first purchase never ends, for the carrier never answers Karrio. */
  hanging: async (call, answer) => (isPurchase(call) && call.times === 1 ? undefined : answer()),
  /** The label is made, and nobody hears of it. */
  unanswered: async (call, answer) => {
    const given = await answer();
    return isPurchase(call) ? undefined : given;
  },
  cut: async (call, answer, { request }) => {
    const given = await answer();
    if (!isPurchase(call) || call.times > 1) return given;
    request.socket.destroy();
    return undefined;
  },
  ends_reset: ending(({ request }) => {
    request.socket.resetAndDestroy();
    return undefined;
  }),
  ends_eof: ending(({ request }) => {
    request.socket.end();
    return undefined;
  }),
  /** In the middle of its answer. */
  ends_midway: ending(({ request, response }) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100000" });
    response.write('{"id": "shp_');
    setTimeout(() => request.socket.destroy(), 20);
    return undefined;
  }),
  ends_500: ending(() => failure(500, "", "worker timeout")),
  ends_502: ending(() => ({ status: 502, body: "Bad Gateway" })),
  ends_503: ending(() => ({ status: 503, body: "Service Unavailable" })),
  ends_504: ending(() => ({ status: 504, body: "Gateway Time-out" })),
  ends_408: ending(() => ({ status: 408, body: "Request Timeout" })),
  ends_silent: ending(() => undefined),
  /** The purchase waits for ever before anybody works on it. */
  silent_purchase: async (call, answer) => (isPurchase(call) ? undefined : answer()),
  /** The first purchase is refused before anybody works on it. */
  ...(Object.fromEntries(
    ([401, 403, 429] as const).map((status): [string, Answering] => [
      `refused_${status}`,
      async (call, answer) =>
        isPurchase(call) && call.times === 1 ? failure(status, "", "Not now.") : answer(),
    ]),
  ) as Record<"refused_401" | "refused_403" | "refused_429", Answering>),
  /** It is gone when the first draft is marked, until somebody starts it again. */
  leaving: async (call, answer, wire) => {
    const given = await answer();
    if (call.method === "PUT" && call.times === 1) wire.leave();
    return given;
  },
  /** SQLite under load: the label is made, and the answer is an error. */
  locked: async (call, answer) => {
    const given = await answer();
    return isPurchase(call) ? failure(500, "", "database is locked") : given;
  },
  /** A proxy gives up before Karrio does. */
  proxied: async (call, answer) => {
    if (!isPurchase(call)) return answer();
    void answer();
    return failure(504, "", "Gateway time-out");
  },
  /** The mark arrives after another attempt has bought the draft. */
  late_mark: async (call, answer) => {
    if (call.method === "PUT") await Bun.sleep(slowMs);
    return answer();
  },
  multi_status: async (call, answer) => ({ ...(await answer()), ...(isPurchase(call) && { status: 207 }) }),
  /** It says nothing of what it has bought. */
  accepted: async (call, answer) => {
    const given = await answer();
    return isPurchase(call) ? { status: 202, body: { detail: "Accepted" } } : given;
  },
  /** It does not rate what is no shipment. */
  rates_missing: async (call, answer) =>
    call.path === "/v1/proxy/rates" ? failure(404, "not_found", "Not found") : answer(),
  slow: async (_, answer) => {
    await Bun.sleep(slowMs);
    return answer();
  },
  /** One carrier makes rates, and another cannot be reached. */
  partial: async (call, answer) => {
    const given = await answer();
    if (!isDraft(call)) return given;
    return { status: 207, body: { ...(given.body as object), ...(unreachable(207).body as object) } };
  },
  down: async (call, answer) => (isPurchase(call) || isDraft(call) ? unreachable(424) : answer()),
  /** The carrier answered something, which Karrio could not read. */
  garbled: async (call, answer) =>
    isPurchase(call) ? carrierSays(424, "SHIPPING_SDK_INTERNAL_ERROR", "Document is empty") : answer(),
  refusing: async (call, answer) =>
    isPurchase(call) ? carrierSays(424, "GENERIC_ERROR", "The address cannot be served.") : answer(),
  stale: async (call, answer, { replaceRates }) => {
    if (call.method === "PUT") replaceRates();
    return answer();
  },
  tracker_down: async (call, answer) => (call.path.startsWith("/v1/trackers") ? unreachable(404) : answer()),
  firm: async (call, answer) =>
    call.path.endsWith("/cancel")
      ? failure(409, "state_error", "The shipment is 'in_transit' and can not be cancelled anymore...")
      : answer(),
} as const satisfies Record<string, Answering>;

export type KarrioFault = keyof typeof faults;
