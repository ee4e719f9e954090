import { toTimestamp } from "../../infra/clock.ts";
import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Actor, DriverPrincipal, RequestOrigin } from "../../infra/http/principal.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { networksOf } from "../../infra/net/network.ts";
import { refuseInactive } from "../accounts/deletion/suspension.ts";
import { createThrottle, type Outcome, throttledError } from "../accounts/proof/throttle.ts";
import { appendAudit } from "../audit/service.ts";
import { makerIdOf, toMaker } from "../keys/maker.ts";
import type { MakerView } from "../schema.ts";
import {
  type DeviceOwner,
  devicesPerDriverMax,
  devicesPerLink,
  idleLimit,
  linkLifetimeMs,
  userAgentLengthMax,
} from "./device.ts";
import type { LinkDevice } from "./schema.ts";
import { driverActor, principalOf } from "./service.ts";
import { type DeviceRow, deviceStore, type LinkRow } from "./store.ts";

/** A driver whose link it is, with a name for the audit log. */
interface LinkedDriver extends DeviceOwner {
  name: string;
}

/**
 * Makes a driver's link, which ends the one before; its devices stay connected. Only a hash of the code is stored.
 * `findDriver` runs inside the transaction, so a driver that was deleted before gets no link.
 * @throws AppError `not_found`
 */
export function issueLink(
  deps: Deps,
  actor: Actor,
  findDriver: () => LinkedDriver,
): Promise<{ code: string; expiresAt: number; maker: MakerView | null }> {
  const code = deps.ids.token();
  return deps.stores.accounts.write((tx) => {
    const { name, ...owner } = findDriver();
    const now = deps.realClock.now();
    const expiresAt = now + linkLifetimeMs;
    deviceStore(tx).saveLink({
      ...owner,
      issuerAccountId: actor.accountId,
      createdBy: makerIdOf(actor),
      codeHash: sha256Hex(code),
      devicesLeft: devicesPerLink,
      createdAt: now,
      expiresAt,
    });
    appendAudit(deps, tx, actor, {
      action: "driver.link_created",
      target: { type: "driver", id: owner.driverId, name },
      details: { environment: owner.environment, expires_at: toTimestamp(expiresAt) },
    });
    return { code, expiresAt, maker: toMaker(tx, actor.accountId, makerIdOf(actor)) };
  });
}

/** A device just connected. Its token goes into the cookie only. */
interface LinkedDevice {
  token: string;
  driver: DriverPrincipal;
}

const throttleOf = inMemory(createThrottle);

/**
 * Connects a device by the code of a link. It ends the device of `replacedToken`, which is the same browser's. Wrong
 * codes are counted as wrong passwords are.
 * @throws AppError `driver_link_refused`, `sign_in_throttled`, `account_suspended`, `account_closing`, `limit_reached`
 */
export async function linkDevice(
  deps: Deps,
  { code, device_name }: LinkDevice,
  replacedToken: string | undefined,
  origin: RequestOrigin,
): Promise<LinkedDevice> {
  const codeHash = sha256Hex(code);
  const throttle = throttleOf(deps);
  const attempt = { owner: codeHash, networks: origin.isShared ? [] : networksOf(origin.address) };
  const waitMs = throttle.waitMs(attempt, deps.realClock.now());
  if (waitMs > 0) throw throttledError(waitMs);
  const conclude = throttle.begin(attempt, deps.realClock.now());
  let outcome: Outcome = "unchecked";
  const token = deps.ids.token();
  try {
    const device = await deps.stores.accounts.write((tx): DeviceRow | undefined => {
      const devices = deviceStore(tx);
      const now = deps.realClock.now();
      const link = devices.findLinkByCode(codeHash);
      if (!link || link.expiresAt <= now || link.devicesLeft === 0) return undefined;
      if (link.accountId !== null) refuseInactive(deps, link.accountId);
      const replaced = replacedToken && devices.findByToken(sha256Hex(replacedToken));
      if (replaced) devices.remove(replaced.id);
      refuseTooMany(devices.countOf(link.driverId, idleLimit(now)));
      devices.saveLink({ ...link, devicesLeft: link.devicesLeft - 1 });
      const row = deviceOf(deps, link, { name: device_name, token }, origin);
      devices.insert(row);
      appendAudit(deps, tx, driverActor(row, origin), {
        action: "device.linked",
        target: { type: "device", id: row.id, name: row.name },
        details: { environment: row.environment, driver_id: row.driverId },
      });
      return row;
    });
    outcome = device ? "right" : "wrong";
    if (!device) throw new AppError("driver_link_refused");
    return { token, driver: { ...principalOf(device), origin } };
  } finally {
    conclude(outcome, deps.realClock.now());
  }
}

function refuseTooMany(count: number): void {
  if (count < devicesPerDriverMax) return;
  throw new AppError("limit_reached", {
    detail: `A driver may have at most ${devicesPerDriverMax} devices. Ask your dispatcher to end one.`,
  });
}

function deviceOf(
  deps: Deps,
  { environment, driverId, carrierId, accountId, issuerAccountId, createdBy }: LinkRow,
  { name, token }: { name: string; token: string },
  origin: RequestOrigin,
): DeviceRow {
  const now = deps.realClock.now();
  return {
    id: deps.ids.make("dev"),
    driverId,
    environment,
    accountId,
    carrierId,
    issuerAccountId,
    createdBy,
    name,
    tokenHash: sha256Hex(token),
    userAgent: origin.userAgent?.slice(0, userAgentLengthMax) ?? null,
    createdAt: now,
    abilities: null,
    lastUsedAt: now,
  };
}
