import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sign } from "../../src/infra/ids.ts";

/**
 * A server that answers as EasyPost's public documentation says, with shipments of its own. Nobody recorded it from the
 * real service. The first segment of the path names what goes wrong, so that one server plays every fault. Labels lie
 * beside the API, where EasyPost's are on a public host: Waybill follows a carrier to no other private address.
 */

type Mode = "test" | "production";
type Json = Record<string, unknown>;

/** A shipment as EasyPost shows it. */
export interface EasypostShipment extends Json {
  id: string;
  mode: Mode;
  reference: string | null;
  refund_status: string | null;
  rates: Json[];
  selected_rate: Json | null;
  tracking_code: string | null;
  tracker: (Json & { id: string; status: string; tracking_details: Json[] }) | null;
}

export interface PlayedEasypost {
  testKey: string;
  liveKey: string;
  /** The base URL under which EasyPost has this fault. */
  url(fault?: EasypostFault): string;
  /** Each request: `POST /shipments`. */
  calls: string[];
  shipments: Map<string, EasypostShipment>;
  /** What was sent to create a shipment, and how often it was bought at the carrier. */
  sent: Map<string, Json>;
  purchases: Map<string, number>;
  /** Gives a bought shipment's tracker these details, and a status. */
  track(shipmentId: string, details: readonly Json[], change?: Json): Json;
  /** The carrier decides about a refund. */
  settleRefund(shipmentId: string, status: "submitted" | "refunded" | "rejected"): void;
  stop(): Promise<void>;
}

interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Json;
  mode: Mode;
  /** How often this call came, this one included. */
  times: number;
}

interface Answer {
  status: number;
  body: unknown;
}

type Answering = (
  call: Call,
  answer: () => Answer,
  request: IncomingMessage,
) => Answer | undefined | Promise<Answer | undefined>;

const isPurchase = ({ path }: Call) => path.endsWith("/buy");
const isRefund = ({ path }: Call) => path.endsWith("/refund");
const isCreation = ({ method, path }: Call) => method === "POST" && path === "/shipments";

/** The two formats of errors. */
const refusal = (status: number, code: string, message: unknown, errors: unknown[] = []): Answer => ({
  status,
  body: { error: { code, message, errors } },
});
const atPurchase =
  (status: number, code: string, message: unknown, errors?: unknown[]): Answering =>
  (call, answer) =>
    isPurchase(call) ? refusal(status, code, message, errors) : answer();
const atCreation =
  (status: number, code: string, message: unknown, errors?: unknown[]): Answering =>
  (call, answer) =>
    isCreation(call) ? refusal(status, code, message, errors) : answer();

/** What goes wrong. `undefined`: nothing is answered. */
const faults = {
  well: (_, answer) => answer(),
  silent: () => undefined,
  broken: () => refusal(500, "INTERNAL_SERVER_ERROR", "boom"),
  html: () => ({ status: 200, body: "<html>Maintenance</html>" }),
  huge: () => ({ status: 200, body: { rates: "x".repeat(10_000_000) } }),
  limited: () => refusal(429, "RATE_LIMITED", "Too many requests."),
  other_mode: (_, answer) => {
    const { status, body } = answer();
    return { status, body: { ...(body as Json), mode: "other" } };
  },
  /** The label is bought, and nobody hears of it. */
  unanswered: (call, answer) => {
    const given = answer();
    return isPurchase(call) && call.times === 1 ? undefined : given;
  },
  cut: (call, answer, request) => {
    const given = answer();
    if (!isPurchase(call) || call.times > 1) return given;
    request.socket.destroy();
    return undefined;
  },
  /** EasyPost or what stands before it gives no answer to a purchase, whatever the carrier has made. */
  ends_eof: (call, answer, request) => {
    if (!isPurchase(call)) return answer();
    request.socket.end();
    return undefined;
  },
  ends_502: (call, answer) => (isPurchase(call) ? { status: 502, body: "Bad Gateway" } : answer()),
  ends_504: (call, answer) => (isPurchase(call) ? { status: 504, body: "Gateway Time-out" } : answer()),
  /** The first purchase is refused before anybody works on it. */
  limited_purchase: (call, answer) =>
    isPurchase(call) && call.times === 1 ? refusal(429, "RATE_LIMITED", "Too many requests.") : answer(),
  /** The first purchase is lost on its way. */
  unheard: (call, answer) => (isPurchase(call) && call.times === 1 ? undefined : answer()),
  poor: atPurchase(402, "PAYMENT_REQUIRED", "Insufficient funds. Please add funds to your account."),
  buying: atPurchase(422, "SHIPMENT.PURCHASE.IN_PROGRESS", "A purchase is in progress."),
  no_response: atPurchase(422, "SHIPMENT.POSTAGE.NO_RESPONSE", "The carrier did not respond in time."),
  stale: atPurchase(422, "SHIPMENT.MISSING_RATE", "The rate is no longer valid.", ["Rates have expired."]),
  bad_address: atCreation(422, "ADDRESS.VERIFY.FAILURE", "Unable to verify address.", [
    { field: "zip", message: "is not a ZIP code", suggestion: null },
  ]),
  bad_parameter: atCreation(422, "PARAMETER.REQUIRED", "Missing required parameter.", [
    { field: "shipment", message: "cannot be blank" },
  ]),
  no_rates: (call, answer) => {
    const { status, body } = answer();
    return { status, body: isCreation(call) ? { ...(body as Json), rates: [] } : body };
  },
  /** Another account of the same key is set up wrongly; what a third one says is of the shipment. */
  some_fail: (call, answer) => {
    const { status, body } = answer();
    const messages = [
      { carrier: "UPS", type: "rate_error", message: "Invalid Access License number" },
      { carrier: "DhlEcs", type: "rate_error", message: "The destination is not served." },
    ];
    return { status, body: isCreation(call) ? { ...(body as Json), messages } : body };
  },
  firm: (call, answer) =>
    isRefund(call)
      ? refusal(422, "SHIPMENT.REFUND.UNAVAILABLE", "Refund is not possible for this shipment.")
      : answer(),
  refund_rejected: (call, answer) => {
    const { status, body } = answer();
    return { status, body: isRefund(call) ? { ...(body as Json), refund_status: "rejected" } : body };
  },
  bills_on_scan: (call, answer) => {
    const { status, body } = answer();
    return { status, body: isRefund(call) ? { ...(body as Json), refund_status: "not_applicable" } : body };
  },
} as const satisfies Record<string, Answering>;

export type EasypostFault = keyof typeof faults;

/** As recorded in EasyPost's client libraries. */
const priceList = [
  { service: "Express", rate: "33.10", delivery_days: 2 },
  { service: "Priority", rate: "6.90", delivery_days: 2 },
  { service: "GroundAdvantage", rate: "5.93", delivery_days: 3 },
];
const ouncesMax = 1_120;
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);
const zpl = Buffer.from("^XA^FO50,50^FDWB1^FS^XZ\n");
const pdf = Buffer.from("%PDF-1.4\n% a label\n%%EOF\n");

export async function playEasypost(): Promise<PlayedEasypost> {
  const random = () => crypto.randomUUID().replaceAll("-", "");
  const keys = { test: `EZTK${random()}`, production: `EZAK${random()}` };
  const shipments = new Map<string, EasypostShipment>();
  const sent = new Map<string, Json>();
  const purchases = new Map<string, number>();
  const calls: string[] = [];
  const times = new Map<string, number>();

  const sendFile = (request: IncomingMessage, response: ServerResponse) => {
    const file = request.url?.endsWith(".pdf") ? pdf : request.url?.endsWith(".zpl") ? zpl : png;
    // Credentials of the API have no business here.
    if (request.headers.authorization) return void response.writeHead(400).end();
    response.writeHead(200, { "content-type": "application/octet-stream" }).end(file);
  };

  const api = createServer(async (request, response) => {
    if (request.url?.startsWith("/labels/")) return sendFile(request, response);
    const [, fault = "", path = "", search = ""] =
      /^\/([a-z0-9_]+)\/v2(\/[^?]*)\??(.*)$/.exec(request.url ?? "") ?? [];
    const method = request.method ?? "GET";
    const text = (await Array.fromAsync(request)).join("");
    calls.push(`${method} ${path}`);
    const key = Buffer.from(
      (request.headers.authorization ?? "").slice("Basic ".length),
      "base64",
    ).toString();
    const mode = (["test", "production"] as const).find((each) => key === `${keys[each]}:`);
    if (!mode) {
      const unauthorized = refusal(401, "APIKEY.INACTIVE", "This api key is no longer active.");
      return respond(response, unauthorized);
    }
    const name = `${fault} ${method} ${path}`;
    times.set(name, (times.get(name) ?? 0) + 1);
    const call: Call = {
      method,
      path,
      query: new URLSearchParams(search),
      body: text === "" ? {} : JSON.parse(text),
      mode,
      times: times.get(name) ?? 1,
    };
    const play: Answering = faults[fault as EasypostFault];
    const answer = await play(call, () => answerTo(call), request);
    if (answer) respond(response, answer);
  });

  function answerTo(call: Call): Answer {
    const { method, path, mode } = call;
    if (method === "GET" && path === "/webhooks") return { status: 200, body: { webhooks: [] } };
    if (isCreation(call)) return create(call);
    if (path === "/shipments") {
      const latest = [...shipments.values()].filter((shipment) => shipment.mode === mode).reverse();
      return {
        status: 200,
        body: { shipments: latest.slice(0, Number(call.query.get("page_size"))), has_more: false },
      };
    }
    const [, id = "", verb = ""] = /^\/shipments\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const shipment = shipments.get(id);
    if (!shipment || shipment.mode !== mode) {
      return refusal(404, "NOT_FOUND", "The requested resource could not be found.", ["No such shipment."]);
    }
    if (verb === "") return { status: 200, body: shipment };
    if (verb === "buy") return buy(shipment, (call.body.rate as { id: string }).id);
    if (verb === "refund") return refund(shipment);
    return convert(shipment, call.query.get("file_format") ?? "");
  }

  function create({ body, mode }: Call): Answer {
    const asked = body.shipment as Json & { parcel: { weight: number }; options: Json };
    const id = `shp_${random()}`;
    const isTooHeavy = asked.parcel.weight > ouncesMax;
    const shipment: EasypostShipment = {
      id,
      object: "Shipment",
      mode,
      reference: (asked.reference as string) ?? null,
      options: asked.options,
      rates: isTooHeavy
        ? []
        : priceList.map((price) => ({
            id: `rate_${random()}`,
            object: "Rate",
            mode,
            carrier: "USPS",
            currency: "USD",
            delivery_date: null,
            shipment_id: id,
            carrier_account_id: "ca_5ba7ca3632c54adeb17ad4bcac13c890",
            ...price,
          })),
      messages: isTooHeavy
        ? [{ carrier: "USPS", type: "rate_error", message: "The weight is above 70 pounds." }]
        : [],
      selected_rate: null,
      postage_label: null,
      tracking_code: null,
      tracker: null,
      refund_status: null,
      fees: [],
    };
    shipments.set(id, shipment);
    sent.set(id, asked);
    return { status: 201, body: shipment };
  }

  function buy(shipment: EasypostShipment, rateId: string): Answer {
    if (shipment.selected_rate) {
      return refusal(422, "SHIPMENT.POSTAGE.EXISTS", "Postage already exists for this shipment.");
    }
    const rate = shipment.rates.find(({ id }) => id === rateId);
    if (!rate) return refusal(422, "SHIPMENT.MISSING_RATE", "The rate is missing.");
    const number = `94001${String(Math.random()).slice(2, 19)}`;
    const isPdf = (shipment.options as Json).label_format === "PDF";
    purchases.set(shipment.id, (purchases.get(shipment.id) ?? 0) + 1);
    Object.assign(shipment, {
      selected_rate: rate,
      tracking_code: number,
      postage_label: {
        object: "PostageLabel",
        label_file_type: isPdf ? "application/pdf" : "image/png",
        label_url: `${origin}/labels/${shipment.id}.${isPdf ? "pdf" : "png"}`,
        label_pdf_url: null,
      },
      tracker: {
        id: `trk_${random()}`,
        object: "Tracker",
        mode: shipment.mode,
        tracking_code: number,
        status: "unknown",
        status_detail: "unknown",
        shipment_id: shipment.id,
        signed_by: null,
        est_delivery_date: null,
        updated_at: new Date().toISOString(),
        public_url: `https://track.easypost.com/${random()}`,
        tracking_details: [],
      },
    });
    return { status: 200, body: shipment };
  }

  function refund(shipment: EasypostShipment): Answer {
    if (!shipment.selected_rate) {
      return refusal(422, "SHIPMENT.REFUND.UNAVAILABLE", "No postage was bought for this shipment.");
    }
    shipment.refund_status ??= "submitted";
    return { status: 200, body: shipment };
  }

  function convert(shipment: EasypostShipment, format: string): Answer {
    const label = shipment.postage_label as Json | null;
    if (!label) return refusal(422, "SHIPMENT.POSTAGE.REQUIRED", "No postage was bought.");
    // What was bought as a PDF stays one.
    if (label.label_file_type === "application/pdf" && format !== "PDF") {
      return refusal(422, "SHIPMENT.LABEL.CONVERSION", "The label cannot be converted.");
    }
    if (format === "ZPL") label.label_zpl_url = `${origin}/labels/${shipment.id}.zpl`;
    if (format === "PDF") label.label_pdf_url = `${origin}/labels/${shipment.id}.pdf`;
    return { status: 200, body: shipment };
  }

  const origin = await listening(api);
  return {
    testKey: keys.test,
    liveKey: keys.production,
    url: (fault = "well") => `${origin}/${fault}/v2`,
    calls,
    shipments,
    sent,
    purchases,
    track(id, details, change = {}) {
      const tracker = shipments.get(id)?.tracker;
      if (!tracker) throw new Error(`${id} was never bought`);
      tracker.tracking_details.push(...details);
      const { status, status_detail } = tracker.tracking_details.at(-1) ?? {};
      return Object.assign(tracker, { status, status_detail, updated_at: new Date().toISOString() }, change);
    },
    settleRefund(id, status) {
      const shipment = shipments.get(id);
      if (shipment) shipment.refund_status = status;
    },
    async stop() {
      api.closeAllConnections();
      await new Promise((resolve) => api.close(resolve));
    },
  };
}

/** A webhook as EasyPost sends it: the signature is over the body, and the secret is normalized. */
export function easypostHook(
  description: string,
  result: Json,
  { secret, mode = "production" }: { secret?: string; mode?: Mode } = {},
): { headers: Record<string, string>; body: string } {
  const id = `evt_${crypto.randomUUID().replaceAll("-", "")}`;
  const body = JSON.stringify({ id, object: "Event", mode, description, status: "pending", result });
  if (secret === undefined) return { headers: {}, body };
  const signature = sign(Buffer.from(secret.normalize("NFKD")), body).toString("hex");
  return { headers: { "x-hmac-signature": `hmac-sha256-hex=${signature}` }, body };
}

function respond(response: ServerResponse, { status, body }: Answer): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json" }).end(text);
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
