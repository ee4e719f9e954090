import type { Deps } from "../../infra/deps.ts";
import { resealRows } from "../../infra/resealing.ts";
import { reseal, type Vault } from "../../infra/vault.ts";
import { secondFactorStore } from "./second-factor-store.ts";
import { secretPlace } from "./sign-in-code.ts";

/** Re-encrypts the secrets of all second factors for another vault. @returns their number */
export function resealSecondFactors({ stores }: Deps, from: Vault, to: Vault): Promise<number> {
  return resealRows(stores.accounts, {
    listAfter: (tx, userId, limit) =>
      secondFactorStore(tx)
        .listAfter(userId, limit)
        .map((row) => ({ id: row.userId, ...row })),
    reseal: (tx, { id, ...row }) =>
      secondFactorStore(tx).put({ ...row, secret: reseal(row.secret, secretPlace(id), from, to) }),
  });
}
