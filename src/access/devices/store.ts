import { and, count, desc, eq, gt, isNotNull, lt, max, sql } from "drizzle-orm";
import { rowChange, rowInsert, rowUpsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { devices, driverLinks } from "./table.ts";

export type LinkRow = typeof driverLinks.$inferSelect;
export type DeviceRow = typeof devices.$inferSelect;

/** Devices that were last used at `idleSince` or earlier have ended. */
export const deviceStore = prepared((db) => {
  const ofDriver = eq(devices.driverId, sql.placeholder("driverId"));
  const inUse = gt(devices.lastUsedAt, sql.placeholder("idleSince"));
  const linkByCode = db
    .select()
    .from(driverLinks)
    .where(eq(driverLinks.codeHash, sql.placeholder("hash")))
    .prepare();
  const byToken = db
    .select()
    .from(devices)
    .where(eq(devices.tokenHash, sql.placeholder("hash")))
    .prepare();
  const byId = db
    .select()
    .from(devices)
    .where(eq(devices.id, sql.placeholder("id")))
    .prepare();
  const total = db.select({ total: count() }).from(devices).where(and(ofDriver, inUse)).prepare();
  const lastUse = db
    .select({ at: max(devices.lastUsedAt) })
    .from(devices)
    .where(ofDriver)
    .prepare();
  const remove = db
    .delete(devices)
    .where(eq(devices.id, sql.placeholder("id")))
    .prepare();
  const forget = {
    linkOfDriver: db
      .delete(driverLinks)
      .where(eq(driverLinks.driverId, sql.placeholder("driverId")))
      .prepare(),
    devicesOfDriver: db.delete(devices).where(ofDriver).prepare(),
    linksOfCarrier: db
      .delete(driverLinks)
      .where(eq(driverLinks.carrierId, sql.placeholder("carrierId")))
      .prepare(),
    devicesOfCarrier: db
      .delete(devices)
      .where(eq(devices.carrierId, sql.placeholder("carrierId")))
      .prepare(),
  };

  return {
    saveLink: rowUpsert(db, driverLinks, "driverId"),
    findLinkByCode: (hash: string): LinkRow | undefined => linkByCode.get({ hash }),
    /** Links of an account that somebody made and that connect devices, newest first. */
    listLinksMadeBy: (issuerAccountId: string, createdBy: string, now: number): LinkRow[] =>
      db
        .select()
        .from(driverLinks)
        .where(
          and(
            eq(driverLinks.createdBy, createdBy),
            eq(driverLinks.issuerAccountId, issuerAccountId),
            gt(driverLinks.expiresAt, now),
            gt(driverLinks.devicesLeft, 0),
          ),
        )
        .orderBy(desc(driverLinks.createdAt))
        .all(),
    removeLink: (driverId: string): void => void forget.linkOfDriver.run({ driverId }),
    insert: rowInsert(db, devices),
    update: rowChange(db, devices, "id"),
    findByToken: (hash: string): DeviceRow | undefined => byToken.get({ hash }),
    find: (id: string): DeviceRow | undefined => byId.get({ id }),
    countOf: (driverId: string, idleSince: number): number => total.get({ driverId, idleSince })?.total ?? 0,
    /** Of any of the driver's. */
    lastUseOf: (driverId: string): number | undefined => lastUse.get({ driverId })?.at ?? undefined,
    remove: (id: string): void => void remove.run({ id }),

    /** Newest first, before `id`. */
    list: (driverId: string, idleSince: number, before: string | undefined, limit: number): DeviceRow[] =>
      db
        .select()
        .from(devices)
        .where(
          and(
            eq(devices.driverId, driverId),
            gt(devices.lastUsedAt, idleSince),
            before === undefined ? undefined : lt(devices.id, before),
          ),
        )
        .orderBy(desc(devices.id))
        .limit(limit)
        .all(),

    removeOfDriver(driverId: string): void {
      forget.linkOfDriver.run({ driverId });
      forget.devicesOfDriver.run({ driverId });
    },
    removeOfCarrier(carrierId: string): void {
      forget.linksOfCarrier.run({ carrierId });
      forget.devicesOfCarrier.run({ carrierId });
    },
    /** Of a carrier: what an account has becomes the installation's, but for links. */
    handOver(carrierId: string): void {
      db.delete(driverLinks)
        .where(and(eq(driverLinks.carrierId, carrierId), isNotNull(driverLinks.accountId)))
        .run();
      db.update(devices)
        .set({ accountId: null })
        .where(and(eq(devices.carrierId, carrierId), isNotNull(devices.accountId)))
        .run();
    },
  };
});
