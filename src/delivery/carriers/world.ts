import type { Deps } from "../../infra/deps.ts";
import { bytesPerKb, bytesPerMb } from "../../infra/sizes.ts";
import type { DeliveryDeps } from "../deps.ts";
import { callError } from "./call-error.ts";
import { carrierTarget } from "./destination.ts";
import { findPreparedCard } from "./fleet/cards.ts";
import { distanceBetween } from "./fleet/road.ts";
import type { CarrierRequest, CarrierResponse, CarrierWorld, ConnectedCarrier } from "./kind.ts";

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
    distance: (pickup, delivery, signal) => distanceBetween(deps, pickup, delivery, signal),
    http: (request) => call(deps, carrier, origins, request),
  };
}

async function call(
  { transport, config, log }: Deps,
  carrier: ConnectedCarrier,
  origins: readonly string[],
  { url, body, ...request }: CarrierRequest,
): Promise<CarrierResponse> {
  if (!origins.includes(URL.parse(url)?.origin ?? "")) {
    throw new Error(`${carrier.code} called ${url}, which is none of its addresses`);
  }
  const result = await transport.send({
    ...carrierTarget(config, carrier.accountId, url),
    ...request,
    ...limits,
    longAnswer: "refuse",
    body: body === undefined ? undefined : Buffer.from(body),
  });
  if (result.kind === "response") return result;
  if (result.detail) log.info({ carrier: carrier.code, detail: result.detail }, "Carrier's address refused");
  throw callError(result.error === "timeout" ? "timeout" : "unreachable", result.message);
}
