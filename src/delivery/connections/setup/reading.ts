import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { type PageQuery, readPage } from "../../../infra/http/pagination.ts";
import type { CarrierPrincipal } from "../../../infra/http/principal.ts";
import type { Carrier } from "../../carriers/carrier.ts";
import { builtInOf } from "../../carriers/connections.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { healthOf, isFailing } from "../../carriers/health.ts";
import type { CarrierKind } from "../../carriers/kind.ts";
import {
  accountsCarrier,
  findRow,
  isVisibleTo,
  type Manager,
  requireCarrier,
  type Side,
} from "../../carriers/service.ts";
import { openSettings } from "../../carriers/settings.ts";
import { type CarrierRow, carrierStore } from "../../carriers/store.ts";
import { countFailedWebhooks } from "../carrier-webhooks/receiving.ts";
import type { CarrierDetails, CarrierIdentityView, CarrierKindView, OperatorCarrier } from "./schema.ts";
import { toBuiltInDetails, toCarrierDetails, toKindView } from "./view.ts";

/** The kinds that can be set up in the environment. */
export function kindsOf(deps: DeliveryDeps, { environment }: Manager): CarrierKind[] {
  return deps.kinds.filter(
    ({ environments, builtIn }) => environments.includes(environment) && builtIn.length === 0,
  );
}

export function listKinds(deps: DeliveryDeps, caller: Manager): { data: CarrierKindView[] } {
  return { data: kindsOf(deps, caller).map(toKindView) };
}

/** Newest first; an account also sees the installation's carriers that it may use. */
export function listCarriers(deps: DeliveryDeps, caller: Manager, side: Side, query: PageQuery) {
  return readPage(deps, { name: "carriers", of: caller, filters: { side } }, query, {
    read: (before, count) =>
      visibleTo(deps, caller, side)
        .filter(({ id }) => before === undefined || id < before)
        .slice(0, count),
    placeOf: ({ id }) => id,
    view: ({ view }) => view(),
  });
}

/** @throws AppError `not_found` */
export function getCarrier(deps: DeliveryDeps, caller: Manager, side: Side, id: string): CarrierDetails {
  const found = visibleTo(deps, caller, side).find((carrier) => carrier.id === id);
  if (found) return found.view();
  if (side === "installation" && findRow(deps, caller.environment, id)) throw accountsCarrier();
  throw new AppError("not_found");
}

/** All carriers that this side set up, newest first. */
export function listOwnCarriers(deps: DeliveryDeps, caller: Manager, side: Side): CarrierDetails[] {
  const store = carrierStore(deps.stores.platform(caller.environment).db);
  const rows = side === "installation" ? store.listOfInstallation() : store.listOfAccount(caller.accountId);
  return rows
    .map((row) => viewOf(deps, caller, side, row))
    .sort((one, other) => (one.id < other.id ? 1 : -1));
}

interface Visible {
  id: string;
  view(): CarrierDetails;
}

/** All of them, newest first. They are few: limits keep them below a few hundred. */
function visibleTo(deps: DeliveryDeps, caller: Manager, side: Side): Visible[] {
  const { environment, accountId } = caller;
  const store = carrierStore(deps.stores.platform(environment).db);
  const installed = store.listOfInstallation();
  const rows =
    side === "installation"
      ? installed
      : [...store.listOfAccount(accountId), ...installed.filter((row) => isVisibleTo(row, accountId))];
  const all: Visible[] = [
    ...rows.map((row) => ({ id: row.id, view: () => viewOf(deps, caller, side, row) })),
    ...builtInOf(deps, environment).map((carrier) => ({
      id: carrier.identity.id,
      view: () => viewOfBuiltIn(deps, caller, side, carrier),
    })),
  ];
  return all.sort((one, other) => (one.id < other.id ? 1 : -1));
}

function viewOfBuiltIn(deps: DeliveryDeps, { environment }: Manager, side: Side, carrier: Carrier) {
  const { id } = carrier.identity;
  const failing = isFailing(deps, environment, id);
  if (side === "account") return toBuiltInDetails(carrier, { environment, isFailing: failing, health: null });
  const health = healthOf(deps, environment, id);
  return {
    ...toBuiltInDetails(carrier, { environment, isFailing: failing, health }),
    accounts: null,
    margin: null,
  };
}

/** The carrier as this side sees it. */
export function viewOf(
  deps: DeliveryDeps,
  { environment }: Manager,
  side: Side,
  row: CarrierRow,
): CarrierDetails | OperatorCarrier {
  const isOwn = side === "installation" || row.accountId !== null;
  const details = toCarrierDetails(row, {
    environment,
    kind: deps.kinds.find(({ code }) => code === row.kind),
    carrier: deps.carrier(environment, row.id),
    isFailing: isFailing(deps, environment, row.id),
    own: isOwn
      ? {
          settings: openSettings(deps.vault, row),
          health: healthOf(deps, environment, row.id),
          failedWebhooks: countFailedWebhooks(deps, environment, row.id),
        }
      : null,
  });
  return side === "installation" ? { ...details, accounts: row.accounts, margin: row.margin } : details;
}

/** The carrier of a token. @throws AppError `not_found` for a carrier that was deleted a moment ago */
export function describeCarrier(
  deps: Deps,
  { environment, carrierId, token }: CarrierPrincipal,
): CarrierIdentityView {
  const { id, code, name, kind, status } = requireCarrier(deps, environment, carrierId);
  return { id, environment, code, name, kind, status, token };
}
