import { isSuspended } from "../access/accounts/deletion/suspension.ts";
import { accountsUsedWithin } from "../access/accounts/reading.ts";
import { findUsedLimits } from "../access/limits/shares.ts";
import { silenceOf, silentDaysMax, silentDaysMin, usualDays } from "../access/usage/silence.ts";
import { recentDays, recentResponses } from "../access/usage/traffic.ts";
import { lastRestoreCheck } from "../infra/backups/restore-check.ts";
import { lastBackup } from "../infra/backups/service.ts";
import { type Deps, inMemory } from "../infra/deps.ts";
import { environments } from "../infra/environment.ts";
import type { JobReport } from "../infra/jobs/report.ts";
import { certificateState } from "../infra/secrets/certificate.ts";
import { dayMs } from "../infra/units.ts";
import { findEndpointTroubles } from "../messaging/webhooks/deliveries/troubles.ts";
import { findGoingLiveNeeds } from "./going-live.ts";
import { certificateNeeds, jobNeeds, mailNeeds, storageNeeds } from "./installation-need.ts";
import {
  byWeight,
  endpointNeed,
  limitNeed,
  type Need,
  responseNeeds,
  silenceNeed,
  usedShareMin,
} from "./need.ts";
import { type Responses, responsesOf } from "./responses.ts";

/** Finds what needs the operator. It reads sums of accounts and endpoints, and no row for each shipment or delivery. */

/** What was found about all accounts. */
export interface Findings {
  /** The most urgent first; those of the installation and of accounts. */
  needs: readonly Need[];
  /** How requests were answered in the last 24 hours, by account and environment. */
  responses: readonly Responses[];
}

/** What was found is good for so long: every page of an operator asks. */
const freshMs = 5_000;
const responseHours = 24;

const lastOf = inMemory((): { at: number; found: Promise<Findings> | undefined } => ({
  at: 0,
  found: undefined,
}));

/** All that needs the operator now, as of some seconds ago, the most urgent first. */
export async function listNeeds(deps: Deps): Promise<readonly Need[]> {
  return (await findings(deps)).needs;
}

/** The next who asks looks anew: something was changed that they ask for. */
export function forgetFindings(deps: Deps): void {
  lastOf(deps).found = undefined;
}

export function findings(deps: Deps): Promise<Findings> {
  const last = lastOf(deps);
  const age = deps.realClock.now() - last.at;
  if (last.found !== undefined && age >= 0 && age < freshMs) return last.found;
  const found = find(deps);
  Object.assign(last, { at: deps.realClock.now(), found });
  // What failed is tried again by the next who asks.
  found.catch(() => Object.assign(last, { found: undefined }));
  return found;
}

async function find(deps: Deps): Promise<Findings> {
  const responses = responsesOf(await recentResponses(deps, responseHours));
  const troubles = await Promise.all(
    environments.map((environment) => findEndpointTroubles(deps, environment)),
  );
  const ofAccounts = [
    ...troubles.flat().map(endpointNeed),
    ...responses.flatMap(responseNeeds),
    ...findUsedLimits(deps, usedShareMin).map(limitNeed),
    ...(await silences(deps)),
  ].filter(({ accountId }) => accountId !== null && !isSuspended(deps, accountId));
  const needs = [...(await installationNeeds(deps)), ...ofAccounts].sort(byWeight);
  return { needs, responses };
}

async function installationNeeds(deps: Deps): Promise<Need[]> {
  const { stores, backups, startedAt, realClock } = deps;
  // Together: both look at the backup folder, and share one look.
  const [backup, goingLive] = await Promise.all([
    backups.folder === null ? null : lastBackup(deps),
    findGoingLiveNeeds(deps),
  ]);
  const check = backups.folder === null ? undefined : lastRestoreCheck(deps);
  const facts = {
    spaceIsLow: stores.condition.spaceIsLow,
    syncRunningMs: stores.condition.syncRunningMs,
    databases: stores.footprints(),
    hasBackups: backups.folder !== null,
    lastBackupAt: backup && Date.parse(backup.manifest.taken_at),
    restoreFailedAt: check?.result === "failed" ? check.checkedAt : null,
    startedAt,
  };
  const now = realClock.now();
  return [
    ...storageNeeds(facts, now),
    ...mailNeeds(deps.mailer?.state.failingSince ?? null, now),
    ...certificateNeeds(certificateState(deps), now),
    ...jobNeeds(jobReports(deps), now),
    ...goingLive,
  ];
}

/** The state of all jobs. */
export function jobReports(deps: Deps): JobReport[] {
  return [...deps.loops.flatMap((loop) => loop.reports()), ...(deps.calendar()?.reports() ?? [])];
}

/** Only accounts whose last request was some days ago are looked at, in both environments together. */
async function silences(deps: Deps): Promise<Need[]> {
  const now = deps.realClock.now();
  const today = Math.floor(now / dayMs);
  const accounts = accountsUsedWithin(deps, now - (silentDaysMax + 1) * dayMs, now - silentDaysMin * dayMs);
  const days = silentDaysMax + usualDays;
  const counts = await recentDays(
    deps,
    accounts.map(({ id }) => id),
    days,
  );
  const perAccount = Map.groupBy(counts, ({ accountId }) => accountId);
  return accounts.flatMap(({ id, lastRequestAt }) => {
    const perDay = Array.from({ length: days }, () => 0);
    for (const { day, requests } of perAccount.get(id) ?? []) {
      const index = days - 1 - (today - day);
      perDay[index] = (perDay[index] ?? 0) + requests;
    }
    const silence = silenceOf(perDay);
    return silence === undefined ? [] : [silenceNeed(id, silence, lastRequestAt)];
  });
}
