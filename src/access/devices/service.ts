import { toTimestamp } from "../../infra/clock.ts";
import type { Db, Tx } from "../../infra/db/store.ts";
import { accountsCache, type Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { type PageQuery, readPage } from "../../infra/http/pagination.ts";
import type { Actor, DriverPrincipal } from "../../infra/http/principal.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { isActive, refuseInactive } from "../accounts/deletion/suspension.ts";
import { appendAudit } from "../audit/service.ts";
import { toMaker } from "../keys/maker.ts";
import { recordUse } from "../last-use.ts";
import { type Abilities, type DeviceOwner, idleLimit } from "./device.ts";
import type { DeviceView, PhoneAbilities } from "./schema.ts";
import { type DeviceRow, deviceStore } from "./store.ts";

/** Devices of drivers: authentication, listing and ending. */

/** The driver of a device's cookie. @throws AppError `device_required`, `account_suspended`, `account_closing` */
export function authenticateDevice(deps: Deps, token: string): Omit<DriverPrincipal, "origin"> {
  const row = findDevice(deps, sha256Hex(token));
  const now = deps.realClock.now();
  if (!row || row.lastUsedAt <= idleLimit(now)) throw new AppError("device_required");
  if (row.accountId !== null) refuseInactive(deps, row.accountId);
  recordUse(deps, row, now, (tx) => deviceStore(tx).update(row.id, { lastUsedAt: now }));
  return principalOf(row);
}

/** Whether the device that opened a stream is still connected. */
export function isDeviceValid(deps: Deps, id: string): boolean {
  const row = deviceStore(deps.stores.accounts.db).find(id);
  if (!row || row.lastUsedAt <= idleLimit(deps.realClock.now())) return false;
  return row.accountId === null || isActive(deps, row.accountId);
}

export function principalOf(row: DeviceRow): Omit<DriverPrincipal, "origin"> {
  const { id, environment, driverId, carrierId, accountId } = row;
  return {
    kind: "driver",
    environment,
    driverId,
    carrierId,
    accountId,
    by: { kind: "device", id },
    sendsPositionsOnly: false,
    usesServerTime: false,
  };
}

/** Used devices by hash, cached until their store changes. */
const usedDevicesOf = accountsCache<DeviceRow>();

function findDevice(deps: Deps, hash: string): DeviceRow | undefined {
  const used = usedDevicesOf(deps);
  const row = used.get(hash) ?? deviceStore(deps.stores.accounts.db).findByToken(hash);
  if (row) used.set(hash, row);
  return row;
}

/** A driver's devices, newest first. */
export function listDevices(deps: Deps, { accountId }: Actor, { driverId }: DeviceOwner, query: PageQuery) {
  const idleSince = idleLimit(deps.realClock.now());
  return readPage(deps, { name: "devices", of: { accountId }, filters: { driverId } }, query, {
    read: (before, count) => deviceStore(deps.stores.accounts.db).list(driverId, idleSince, before, count),
    placeOf: ({ id }) => id,
    view: (row) => toView(deps.stores.accounts.db, row),
  });
}

/** How many devices a driver has. */
export function countDevices(deps: Deps, driverId: string): number {
  return deviceStore(deps.stores.accounts.db).countOf(driverId, idleLimit(deps.realClock.now()));
}

/** When the driver's page last asked for something, to the minute; undefined without a device. */
export function lastOpenedAt(deps: Deps, driverId: string): number | undefined {
  return deviceStore(deps.stores.accounts.db).lastUseOf(driverId);
}

/** What the page of the device can do on its phone. A token has no phone. */
export function saveAbilities(deps: Deps, { by }: DriverPrincipal, abilities: PhoneAbilities): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    if (by.kind !== "device") return;
    deviceStore(tx).update(by.id, { abilities: { ...abilities, checkedAt: deps.realClock.now() } });
  });
}

/** Takes effect on the device's next request. @throws AppError `not_found` */
export function endDevice(deps: Deps, actor: Actor, owner: DeviceOwner, id: string): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    const row = deviceStore(tx).find(id);
    if (row?.driverId !== owner.driverId || row.lastUsedAt <= idleLimit(deps.realClock.now())) {
      throw new AppError("not_found");
    }
    removeDevice(deps, tx, actor, row, "device.ended");
  });
}

/** The driver disconnects the device of the request. */
export function disconnectDevice(deps: Deps, driver: DriverPrincipal): Promise<void> {
  return deps.stores.accounts.writeFromReserve((tx) => {
    const { by, origin } = driver;
    const row = by.kind === "device" ? deviceStore(tx).find(by.id) : undefined;
    if (row) removeDevice(deps, tx, driverActor(row, origin), row, "device.disconnected");
  });
}

/** The driver, in the audit log of the account that made the link. */
export function driverActor({ issuerAccountId }: DeviceRow, origin: DriverPrincipal["origin"]): Actor {
  return { kind: "stranger", accountId: issuerAccountId, origin };
}

function removeDevice(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { id, name, environment, driverId }: DeviceRow,
  action: "device.ended" | "device.disconnected",
): void {
  deviceStore(tx).remove(id);
  appendAudit(deps, tx, actor, {
    action,
    target: { type: "device", id, name },
    details: { environment, driver_id: driverId },
  });
}

/** Ends the link and the devices of a deleted driver. */
export function endDevicesOfDriver(deps: Deps, driverId: string): Promise<void> {
  return deps.stores.accounts.write((tx) => deviceStore(tx).removeOfDriver(driverId));
}

/** Ends the links and devices of all drivers of a deleted carrier. */
export function endDevicesOfCarrier(deps: Deps, carrierId: string): Promise<void> {
  return deps.stores.accounts.write((tx) => deviceStore(tx).removeOfCarrier(carrierId));
}

/** Of a fleet that an account handed over: its drivers' devices are the installation's, and links that still work end. */
export function handDevicesOver(deps: Deps, carrierId: string): Promise<void> {
  return deps.stores.accounts.write((tx) => deviceStore(tx).handOver(carrierId));
}

function toView(db: Db, row: DeviceRow): DeviceView {
  return {
    id: row.id,
    driver_id: row.driverId,
    name: row.name,
    user_agent: row.userAgent,
    created_at: toTimestamp(row.createdAt),
    created_by: toMaker(db, row.issuerAccountId, row.createdBy),
    abilities: toAbilitiesView(row.abilities),
    last_used_at: toTimestamp(row.lastUsedAt),
  };
}

function toAbilitiesView(abilities: Abilities | null): DeviceView["abilities"] {
  if (abilities === null) return null;
  const { checkedAt, ...known } = abilities;
  return { ...known, checked_at: toTimestamp(checkedAt) };
}
