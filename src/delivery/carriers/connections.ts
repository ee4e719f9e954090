import { inMemory, type Writing } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import type { Carrier } from "./carrier.ts";
import type { DeliveryDeps } from "./deps.ts";
import { builtInCarriers } from "./registry.ts";
import { isVisibleTo } from "./service.ts";
import { addressesOf, openSettings } from "./settings.ts";
import { type CarrierRow, carrierStore } from "./store.ts";
import { createCarrierWorld } from "./world.ts";

/**
 * Carriers, connected from their rows. Rows decide; memory keeps adapters and lists until a commit changes a carrier.
 */

/** Beyond this many entries, a cache starts again. */
const cachedMax = 10_000;

interface Connections {
  builtIn: readonly Carrier[] | undefined;
  byId: Map<string, Carrier>;
  byAccount: Map<string, readonly Carrier[]>;
}

const noConnections = (): Connections => ({ builtIn: undefined, byId: new Map(), byAccount: new Map() });
const connectionsOf = inMemory(() => ({ sandbox: noConnections(), live: noConnections() }));

/** Ids of the carriers that the operator set up, and of the built-in ones. */
export function installedCarrierIds(deps: DeliveryDeps, environment: Environment): string[] {
  const installed = carrierStore(deps.stores.platform(environment).db).listOfInstallation();
  return [...installed, ...builtInOf(deps, environment).map(({ identity }) => identity)].map(({ id }) => id);
}

/** Carriers that every account of the environment has. */
export function builtInOf(deps: DeliveryDeps, environment: Environment): readonly Carrier[] {
  const connections = connectionsOf(deps)[environment];
  connections.builtIn ??= builtInCarriers(deps.kinds, environment, (carrier) =>
    createCarrierWorld(deps, carrier, []),
  );
  return connections.builtIn;
}

/**
 * The carriers that Waybill may ask for an account's shipments: active ones of the account, of the installation, and
 * built in.
 */
export function carriersOf(
  deps: DeliveryDeps,
  environment: Environment,
  accountId: string,
): readonly Carrier[] {
  const { byAccount } = connectionsOf(deps)[environment];
  const known = byAccount.get(accountId);
  if (known) return known;
  const store = carrierStore(deps.stores.platform(environment).db);
  const rows = [...store.listOfAccount(accountId), ...store.listOfInstallation()];
  const asked = rows.filter((row) => row.status === "active" && isVisibleTo(row, accountId));
  const found = asked.flatMap(({ id }) => findCarrier(deps, environment, id) ?? []);
  return keep(byAccount, accountId, [...builtInOf(deps, environment), ...found]);
}

/** A carrier whatever its status: paused and deleted carriers finish their jobs. Undefined if it cannot be connected. */
export function findCarrier(
  deps: DeliveryDeps,
  environment: Environment,
  carrierId: string,
): Carrier | undefined {
  const { byId } = connectionsOf(deps)[environment];
  const known =
    byId.get(carrierId) ?? builtInOf(deps, environment).find(({ identity }) => identity.id === carrierId);
  if (known) return known;
  const row = carrierStore(deps.stores.platform(environment).db).find(carrierId);
  const carrier = row && connectCarrier(deps, environment, row);
  return carrier && keep(byId, carrierId, carrier);
}

/** The next read finds the carrier as this transaction leaves it. */
export function renewCarrier({ deps, environment, afterCommit }: Writing, row: CarrierRow): void {
  afterCommit(() => {
    const { byId, byAccount } = connectionsOf(deps)[environment];
    byId.delete(row.id);
    if (row.accountId === null) byAccount.clear();
    else byAccount.delete(row.accountId);
  });
}

function connectCarrier(deps: DeliveryDeps, environment: Environment, row: CarrierRow): Carrier | undefined {
  try {
    const { kind, settings, world } = openConnection(deps, environment, row);
    return kind.connect(settings, world);
  } catch (error) {
    deps.log.error({ err: error, carrier: row.id }, "Carrier cannot be connected");
    return undefined;
  }
}

/** What an adapter needs. @throws Error for a kind that this version lacks, or a secret under another key */
export function openConnection(deps: DeliveryDeps, environment: Environment, row: CarrierRow) {
  const kind = deps.kinds.find(({ code }) => code === row.kind);
  if (!kind) throw new Error(`there is no kind ${row.kind}`);
  const settings = openSettings(deps.vault, row);
  const { id, code, name, accountId } = row;
  const carrier = { id, code, name, environment, accountId };
  const world = createCarrierWorld(deps, carrier, addressesOf(kind, settings));
  return { kind, settings, world };
}

function keep<T>(cache: Map<string, T>, key: string, value: T): T {
  if (cache.size >= cachedMax) cache.clear();
  cache.set(key, value);
  return value;
}
