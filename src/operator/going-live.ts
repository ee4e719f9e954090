import { operatorHasSecondFactor } from "../access/accounts/sign-in/operator.ts";
import { hasShipments } from "../delivery/lifecycle/state/reading.ts";
import { hasBackupElsewhere } from "../infra/backups/elsewhere.ts";
import { upgradeBytesOf } from "../infra/db/upgrading.ts";
import type { Deps } from "../infra/deps.ts";
import { isGeocoding } from "../infra/geocoding/geocoder.ts";
import { addressProblem, audience } from "../infra/public-address.ts";
import { findStreets } from "../infra/streets/map-file.ts";
import { bytesPerMb } from "../infra/units.ts";
import { type GoingLiveFacts, goingLiveNeeds } from "./going-live-need.ts";
import { dismissalStore } from "./going-live-store.ts";
import type { Need } from "./need.ts";

/** Finds what is missing before people rely on the installation; nothing where it is for programs. */
export async function findGoingLiveNeeds(deps: Deps): Promise<Need[]> {
  if (!audience(deps).isPeople) return [];
  const dismissals = dismissalStore(deps.stores.accounts.db)
    .list()
    .map(({ kind, dismissedBy: by, dismissedAt: at, wasUrgent }) => [kind, { by, at, wasUrgent }] as const);
  return goingLiveNeeds(await factsOf(deps), new Map(dismissals));
}

async function factsOf(deps: Deps): Promise<GoingLiveFacts> {
  const { config, stores, mailer, backups } = deps;
  const { freeBytes } = stores.condition;
  return {
    address: addressProblem(deps),
    backsUp: backups.folder !== null,
    uploads: backups.offSite !== null,
    hasBackupElsewhere: await hasBackupElsewhere(deps),
    sendsMail: mailer !== undefined,
    hasGeocoder: isGeocoding(deps, "live"),
    hasMap: await hasMap(deps),
    hasSecretKey: config.secretKey !== null,
    hasSecondFactor: operatorHasSecondFactor(deps) ?? true,
    freeBytes,
    reservedBytes: config.minFreeMb * bytesPerMb,
    upgradeBytes: upgradeBytesOf(stores.footprints().map(({ fileBytes }) => fileBytes)),
    hasLiveShipments: hasShipments(stores.platform("live").db),
  };
}

async function hasMap(deps: Deps): Promise<boolean> {
  if (deps.config.mapTilesUrl !== null) return true;
  const found = await findStreets(deps);
  return found !== null && !("fault" in found.result);
}
