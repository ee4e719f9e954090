import { version } from "../../package.json";
import { countByTier, findAccounts } from "../access/accounts/operator/administration.ts";
import { findOperatorAccountId } from "../access/accounts/sign-in/operator.ts";
import type { AccountRow } from "../access/accounts/store.ts";
import { toMaker } from "../access/keys/maker.ts";
import { countOpenProofs } from "../delivery/lifecycle/brand/service.ts";
import { lastBackup } from "../infra/backups/service.ts";
import { toTimestamp } from "../infra/clock.ts";
import type { Deps } from "../infra/deps.ts";
import type { SessionPrincipal } from "../infra/http/principal.ts";
import { troubledAccounts } from "./account-order.ts";
import type { OperatorOverviewView } from "./account-schema.ts";
import { accountViews, recordListing } from "./accounts.ts";
import { dismissNeed } from "./dismissal.ts";
import type { Need } from "./need.ts";
import { findings, listNeeds } from "./needs.ts";
import type { OperatorNeedView } from "./overview-schema.ts";
import { toNeedView } from "./view.ts";

/** The installation in one line, and the accounts that need the operator. */

const accountsShownMax = 50;

export async function getOverview(deps: Deps, operator: SessionPrincipal): Promise<OperatorOverviewView> {
  recordListing(deps, operator);
  const troubled = await troubledAccounts(deps);
  const shown = troubled.slice(0, accountsShownMax);
  const rows = accountsOf(deps, shown);
  return {
    installation: await describeInstallation(deps),
    accounts: await accountViews(
      deps,
      shown.flatMap((id) => rows.get(id) ?? []),
    ),
    accounts_in_need: troubled.length,
  };
}

async function describeInstallation(deps: Deps): Promise<OperatorOverviewView["installation"]> {
  const { config, stores, startedAt, backups, mailer } = deps;
  const { needs, responses } = await findings(deps);
  const own = needs.filter(({ accountId }) => accountId === null).map((need) => viewOf(deps, need, null));
  const last = backups.folder === null ? null : await lastBackup(deps);
  return {
    version,
    started_at: toTimestamp(startedAt),
    accounts: [...countByTier(deps).values()].reduce((sum, total) => sum + total, 0),
    requests: responses.reduce((sum, { requests }) => sum + requests, 0),
    errors: responses.reduce((sum, { errors }) => sum + errors, 0),
    free_bytes: stores.condition.freeBytes,
    backs_up: backups.folder !== null,
    last_backup_at: last?.manifest.taken_at ?? null,
    signup: config.signup,
    sends_mail: mailer !== undefined,
    accounts_with_open_proofs: countOpenProofs(deps),
    needs: own.filter((need) => need.remedy === null || need.is_urgent),
    before_live: own.filter(({ remedy }) => remedy !== null),
  };
}

/** All that needs the operator, the most urgent first. */
export async function listNeedViews(deps: Deps): Promise<{ data: OperatorNeedView[] }> {
  const needs = await listNeeds(deps);
  const rows = accountsOf(
    deps,
    needs.flatMap(({ accountId }) => accountId ?? []),
  );
  const nameOf = (id: string | null) => (id === null ? null : (rows.get(id)?.name ?? null));
  return { data: needs.map((need) => viewOf(deps, need, nameOf(need.accountId))) };
}

/** @throws AppError as `dismissNeed` */
export async function dismiss(
  deps: Deps,
  operator: SessionPrincipal,
  kind: string,
): Promise<OperatorNeedView> {
  return viewOf(deps, await dismissNeed(deps, operator, kind), null);
}

function viewOf(deps: Deps, need: Need, accountName: string | null): OperatorNeedView {
  const by = need.goingLive?.dismissal?.by ?? null;
  const account = by === null ? undefined : findOperatorAccountId(deps);
  return toNeedView(need, accountName, toMaker(deps.stores.accounts.db, account ?? null, by));
}

/** An account that was deleted some seconds ago may be missing. */
function accountsOf(deps: Deps, ids: readonly string[]): Map<string, AccountRow> {
  if (ids.length === 0) return new Map();
  return new Map(findAccounts(deps, { ids }, undefined, ids.length).map((row) => [row.id, row]));
}
