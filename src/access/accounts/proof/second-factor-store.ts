import { and, count, eq, isNotNull, lt } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import { recoveryCodes, secondFactors, usedCodes } from "../table.ts";

export type SecondFactorRow = typeof secondFactors.$inferSelect;

/** Second factors with their used steps and their recovery codes, which go when the factor goes. */
export const secondFactorStore = prepared((db) => ({
  find: (userId: string): SecondFactorRow | undefined =>
    db.select().from(secondFactors).where(eq(secondFactors.userId, userId)).get(),
  isActive: (userId: string): boolean =>
    db
      .select({ at: secondFactors.activeAt })
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.activeAt)))
      .get() !== undefined,
  put: (row: SecondFactorRow): void =>
    void db
      .insert(secondFactors)
      .values(row)
      .onConflictDoUpdate({ target: secondFactors.userId, set: row })
      .run(),
  /** @returns whether there was one */
  remove: (userId: string): boolean =>
    db.delete(secondFactors).where(eq(secondFactors.userId, userId)).run().changes === 1,
  /** Forgets steps before `kept`. @returns whether the step was unused */
  spendStep(userId: string, step: number, kept: number): boolean {
    db.delete(usedCodes)
      .where(and(eq(usedCodes.userId, userId), lt(usedCodes.step, kept)))
      .run();
    return db.insert(usedCodes).values({ userId, step }).onConflictDoNothing().run().changes === 1;
  },
  replaceRecoveryCodes(userId: string, hashes: readonly string[]): void {
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
    for (const codeHash of hashes) db.insert(recoveryCodes).values({ userId, codeHash }).run();
  },
  /** @returns whether it was there */
  spendRecoveryCode: (userId: string, codeHash: string): boolean =>
    db
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
      .run().changes === 1,
  countRecoveryCodes: (userId: string): number =>
    db.select({ total: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)).get()?.total ??
    0,
}));
