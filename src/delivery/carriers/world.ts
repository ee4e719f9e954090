import type { Deps } from "../../infra/deps.ts";
import type { Answer } from "../../infra/net/exchange.ts";
import type { SendRequest } from "../../infra/net/transport.ts";
import { bytesPerKb, bytesPerMb } from "../../infra/units.ts";
import { callError, unsentCall } from "./call-error.ts";
import type { DeliveryDeps } from "./deps.ts";
import { carrierTarget, namedTarget } from "./destination.ts";
import type {
  CarrierDocument,
  CarrierRequest,
  CarrierResponse,
  CarrierWorld,
  ConnectedCarrier,
  DocumentRequest,
} from "./kind.ts";
import { findCardVersion, findPreparedCard, findServices } from "./kinds/fleet/cards.ts";
import { distanceBetween } from "./kinds/fleet/road.ts";
import { loadOf } from "./service.ts";
import { labelBytesMax } from "./tracked.ts";

const limits = { requestBytesMax: bytesPerMb, answerBytesMax: 512 * bytesPerKb } as const;

/** What the adapter of this carrier may reach. `addresses` are the URLs among its settings. */
export function createCarrierWorld(
  deps: DeliveryDeps,
  carrier: ConnectedCarrier,
  addresses: readonly string[],
): CarrierWorld {
  const origins = addresses.map((address) => new URL(address).origin);
  return {
    carrier,
    clock: deps.clock,
    realClock: deps.realClock,
    log: deps.log,
    ids: deps.ids,
    simulator: deps.simulator,
    rateCard: () => findPreparedCard(deps, carrier.environment, carrier.id),
    rateCardServices: () => findServices(deps.stores.platform(carrier.environment).db, carrier.id),
    rateCardVersion: () => findCardVersion(deps.stores.platform(carrier.environment).db, carrier.id),
    load: (now) => loadOf(deps.stores.platform(carrier.environment).db, carrier.id, now),
    distance: (pickup, delivery, signal) => distanceBetween(deps, pickup, delivery, signal),
    http: (request) => call(deps, carrier, origins, request),
    document: (request) => fetchDocument(deps, carrier, origins, request),
  };
}

async function call(
  deps: Deps,
  carrier: ConnectedCarrier,
  origins: readonly string[],
  { body, ...request }: CarrierRequest,
): Promise<CarrierResponse> {
  if (!isOwn(origins, request.url)) {
    throw new Error(`${carrier.code} called ${request.url}, which is none of its addresses`);
  }
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const target = carrierTarget(deps.config, carrier.accountId, request.url);
  return send(deps, carrier, { ...limits, ...request, ...target, body: bytes });
}

async function fetchDocument(
  deps: Deps,
  carrier: ConnectedCarrier,
  origins: readonly string[],
  { headers, ...request }: DocumentRequest,
): Promise<CarrierDocument> {
  const isCarriers = isOwn(origins, request.url);
  const target = isCarriers
    ? carrierTarget(deps.config, carrier.accountId, request.url)
    : namedTarget(request.url);
  const {
    status,
    headers: answered,
    bytes,
  } = await send(deps, carrier, {
    ...request,
    ...target,
    method: "GET",
    headers: isCarriers ? headers : {},
    requestBytesMax: 0,
    answerBytesMax: labelBytesMax,
    isRepeatable: true,
  });
  if (status !== 200) {
    throw callError("status", `The server of the document answered with status ${status}.`, status);
  }
  return { contentType: answered["content-type"]?.[0] ?? "", content: bytes };
}

function isOwn(origins: readonly string[], url: string): boolean {
  return origins.includes(URL.parse(url)?.origin ?? "");
}

async function send(
  { transport, log }: Deps,
  carrier: ConnectedCarrier,
  request: Omit<SendRequest, "longAnswer">,
): Promise<Answer> {
  const result = await transport.send({ ...request, longAnswer: "refuse" });
  if (result.kind === "response") return result;
  if (result.detail) log.info({ carrier: carrier.code, detail: result.detail }, "Carrier's address refused");
  if (result.wasNeverSent) throw unsentCall(result.message);
  throw callError(result.error === "timeout" ? "timeout" : "unreachable", result.message);
}
