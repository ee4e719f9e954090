import { consumeOwnRate } from "../../../access/limits/attempts.ts";
import { reportUnits } from "../../../access/limits/budget.ts";
import { isStorageFull } from "../../../access/limits/storage.ts";
import { chargeWork } from "../../../access/limits/work.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import { isHashOf, sha256Hex } from "../../../infra/ids.ts";
import { requireCarrier } from "../../carriers/service.ts";
import { headersPlace } from "./inbox.ts";
import { type CarrierWebhookRow, carrierInboxStore, carrierWebhookStore } from "./store.ts";

/** What the path of a webhook address names. */
interface WebhookPlace {
  carrierId: string;
  secret: string;
}

/** A webhook as it came. Header names are in lower case. */
interface ReceivedWebhook {
  headers: Record<string, string>;
  body: Uint8Array;
}

/**
 * Keeps a webhook of a carrier, byte for byte. It is read later, by the job `hooks.apply`. A paused carrier's count, too:
 * its jobs go on. So do those of a suspended account, whose goods are on their way.
 * @throws AppError `not_found` for an unknown or deleted carrier and for a wrong secret, which nobody can tell apart;
 * `rate_limited`
 */
export async function receiveCarrierWebhook(
  deps: Deps,
  address: WebhookPlace,
  { headers, body }: ReceivedWebhook,
): Promise<void> {
  const environment = environmentOf(deps, address);
  const { id: carrierId, accountId } = requireCarrier(deps, environment, address.carrierId);
  const now = deps.realClock.now();
  consumeOwnRate(deps, accountId, carrierId, now);
  // Beyond the account's budget it is kept, and read when there is room again.
  const waitMs = chargeWork(deps, { accountId, id: carrierId }, reportUnits);
  const bodyHash = sha256Hex(body);
  const place = headersPlace({ carrierId, bodyHash });
  await write(deps, environment, (writing) => {
    const webhooks = carrierWebhookStore(writing.tx);
    webhooks.receive({
      id: deps.ids.make("hook"),
      carrierId,
      accountId,
      headers: deps.vault.seal(JSON.stringify(headers), place),
      body: Buffer.from(body),
      bodyHash,
      now,
      dueAt: now + waitMs,
    });
    webhooks.dropOldest(carrierId);
    // Nothing is refused: what it tells may move goods.
    if (accountId !== null && isStorageFull(writing, accountId)) webhooks.dropOldestOfAccount(accountId);
  });
}

/** No secret has this hash, so an unknown carrier takes the same time as a wrong secret. */
const noHash = "0".repeat(64);

/** The address does not name the environment. What cannot be decoded in a path is null. @throws AppError `not_found` */
function environmentOf({ stores }: Deps, { carrierId, secret }: WebhookPlace): Environment {
  const [environment] = environments.filter((each) => {
    const row = carrierInboxStore(stores.platform(each).db).find(carrierId);
    return isHashOf(row?.secretHash ?? noHash, String(secret));
  });
  if (environment === undefined) throw new AppError("not_found");
  return environment;
}

/** How many webhooks of a carrier wait for a person, up to a limit. */
export function countFailedWebhooks({ stores }: Deps, environment: Environment, carrierId: string): number {
  return carrierWebhookStore(stores.platform(environment).db).countFailed(carrierId);
}

/** The headers of a webhook, with names in lower case. @throws Error if they were encrypted with another key */
export function openHeaders({ vault }: Deps, row: CarrierWebhookRow): Record<string, string> {
  return JSON.parse(vault.open(row.headers, headersPlace(row)));
}
