import { deletionDueAt } from "../access/accounts/deletion/closing.ts";
import { changeAccount, listUsers } from "../access/accounts/operator/administration.ts";
import { getAccount } from "../access/accounts/sign-in/service.ts";
import type { AccountRow } from "../access/accounts/store.ts";
import { listAuditEntries, recordAuditAtMost } from "../access/audit/service.ts";
import { countUsableKeys } from "../access/keys/reading.ts";
import { listKeys } from "../access/keys/service.ts";
import { getTier } from "../access/limits/service.ts";
import { requestsLeftToday } from "../access/limits/spending.ts";
import { storedBytes } from "../access/limits/storage.ts";
import { toLimitsView } from "../access/limits/view.ts";
import { recentDays } from "../access/usage/traffic.ts";
import { countShipments } from "../delivery/orders/shipments/list.ts";
import type { Deps } from "../infra/deps.ts";
import { type Environment, environments } from "../infra/environment.ts";
import { operatorIn, type SessionPrincipal } from "../infra/http/principal.ts";
import { dayMs } from "../infra/units.ts";
import { listEndpointHealth } from "../messaging/webhooks/deliveries/endpoint-health.ts";
import { readAccounts } from "./account-order.ts";
import type { OperatorAccountDetailView } from "./account-schema.ts";
import { findings } from "./needs.ts";
import type { OperatorAccountQuery, OperatorAccountView, PatchAccount } from "./schema.ts";
import { toEndpointView, toNeedView, toOperatorAccountView, toTrafficView } from "./view.ts";

/** Accounts as their operator sees them. Nothing here reads a row for each shipment, event or delivery. */

/** Of the same read, by the same operator: the dashboard repeats it often. */
const entriesPerHourMax = 1;
const trafficDays = 14;
const keysShownMax = 100;
const auditShownMax = 10;

export async function listAccounts(deps: Deps, operator: SessionPrincipal, query: OperatorAccountQuery) {
  const page = await readAccounts(deps, operator, query);
  recordListing(deps, operator);
  return { ...page, data: await accountViews(deps, page.data) };
}

export function recordListing(deps: Deps, operator: SessionPrincipal): void {
  const target = { type: "installation", id: "accounts", name: null } as const;
  const bound = { about: operator.user.id, max: entriesPerHourMax };
  recordAuditAtMost(deps, operator, { action: "accounts.listed", target }, bound);
}

/** @throws AppError `not_found` */
export async function getAnyAccount(
  deps: Deps,
  operator: SessionPrincipal,
  id: string,
): Promise<OperatorAccountDetailView> {
  const row = getAccount(deps, id);
  if (id !== operator.accountId) recordRead(deps, operator, row);
  const { limits } = getTier(deps, id);
  return {
    ...(await viewOf(deps, row)),
    limits: limits && toLimitsView(limits),
    environments: await Promise.all(environments.map((environment) => figuresOf(deps, id, environment))),
    keys: listKeys(deps, id, { limit: keysShownMax }).data,
    audit: listAuditEntries(deps, { accountId: id }, { limit: auditShownMax }).data,
  };
}

/** In the operator's own account, and without a name in the other one. */
function recordRead(deps: Deps, operator: SessionPrincipal, { id, name }: AccountRow): void {
  const entry = { action: "account.read", target: { type: "account", id, name } } as const;
  const bound = { about: `${operator.user.id} ${id}`, max: entriesPerHourMax };
  for (const actor of [operator, operatorIn(id)]) recordAuditAtMost(deps, actor, entry, bound);
}

/** @throws AppError `not_found`, `validation_failed` */
export async function patchAccount(
  deps: Deps,
  operator: SessionPrincipal,
  id: string,
  change: PatchAccount,
): Promise<OperatorAccountView> {
  const { recipient_mail_allowed: recipientMailAllowed, ...more } = change;
  return viewOf(deps, await changeAccount(deps, id, { ...more, recipientMailAllowed }, operator));
}

async function viewOf(deps: Deps, row: AccountRow): Promise<OperatorAccountView> {
  const [view] = await accountViews(deps, [row]);
  if (view === undefined) throw new Error("an account has one view");
  return view;
}

/** What is shown of accounts in a list, in the same order. */
export async function accountViews(deps: Deps, rows: readonly AccountRow[]): Promise<OperatorAccountView[]> {
  const { needs, responses } = await findings(deps);
  const ids = rows.map(({ id }) => id);
  const days = Map.groupBy(await recentDays(deps, ids, trafficDays), ({ accountId }) => accountId);
  const today = Math.floor(deps.realClock.now() / dayMs);
  return rows.map((row) => ({
    ...toOperatorAccountView(
      row,
      listUsers(deps, row.id),
      countUsableKeys(deps, deps.stores.accounts.db, row.id),
      deletionDueAt(deps, row.id),
    ),
    traffic: toTrafficView(
      responses.filter(({ accountId }) => accountId === row.id),
      days.get(row.id) ?? [],
      today - trafficDays + 1,
      trafficDays,
    ),
    needs: needs.filter(({ accountId }) => accountId === row.id).map((need) => toNeedView(need, row.name)),
  }));
}

async function figuresOf(deps: Deps, accountId: string, environment: Environment) {
  const of = { accountId, environment };
  const { limits } = getTier(deps, accountId);
  const today = await recentDays(deps, [accountId], 1);
  return {
    environment,
    requests_today: today.find((day) => day.environment === environment)?.requests ?? 0,
    requests_left_today: limits && requestsLeftToday(deps, of, limits),
    stored_bytes: storedBytes(deps, of),
    shipments: countShipments(deps, of).by_status,
    endpoints: (await listEndpointHealth(deps, of)).map(toEndpointView),
  };
}
