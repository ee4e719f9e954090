import { makerInAudit } from "../../access/audit/service.ts";
import { type Deps, type MadeWebhooks, write } from "../../infra/deps.ts";
import { environments } from "../../infra/environment.ts";
import { webhookStore } from "./endpoints/store.ts";
import { patchWebhook } from "./service.ts";

/** The endpoints that a person created. They outlive the person's access, and know what happens in the account. */

const rowsPerStep = 100;

export const madeWebhooks: MadeWebhooks = {
  list: ({ stores }, accountId, userId) =>
    environments
      .flatMap((environment) =>
        webhookStore(stores.platform(environment).db)
          .listOfAccount(accountId)
          .filter(({ createdBy, disabledReason }) => createdBy === userId && disabledReason === null)
          .map(({ id, url, description, createdAt }) => ({ id, environment, url, description, createdAt })),
      )
      .sort((one, other) => other.createdAt - one.createdAt),

  async disable(deps, session, userId) {
    for (const { id, environment } of madeWebhooks.list(deps, session.accountId, userId))
      await patchWebhook(deps, { ...session, environment }, id, { enabled: false });
  },
};

/** Reads from the audit log who created the endpoints of earlier versions. */
export async function findWebhookMakers(deps: Deps): Promise<void> {
  const { db } = deps.stores.accounts;
  for (const environment of environments) {
    const { db: platform } = deps.stores.platform(environment);
    const read = () => webhookStore(platform).listOfUnknownMaker(rowsPerStep);
    for (let rows = read(); rows.length > 0; rows = read()) {
      const some = rows;
      await write(deps, environment, ({ tx }) => {
        for (const { id, accountId } of some)
          webhookStore(tx).update(id, { createdBy: makerInAudit(db, accountId, id, "webhook.created") });
      });
    }
  }
}
