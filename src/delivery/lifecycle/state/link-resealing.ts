import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { markAnswers } from "../../../infra/idempotency/redaction.ts";
import { resealRows } from "../../../infra/resealing.ts";
import { reseal, type Vault } from "../../../infra/vault.ts";
import { markLinkInEvents } from "../../../messaging/events/redaction.ts";
import { maskInResponses } from "../../../messaging/webhooks/deliveries/redaction.ts";
import { linkStore } from "./link-store.ts";
import { linkColumns, linkPlace } from "./tracking-link.ts";

/** Each has a dozen events: a step takes some ten milliseconds. */
const stepRows = 50;

/** Re-encrypts the token of every tracking link for another vault. @returns the number of links */
export function resealLinks(deps: Deps, environment: Environment, from: Vault, to: Vault): Promise<number> {
  return resealRows(deps.stores.platform(environment), {
    listAfter: (tx, id, limit) => linkStore(tx).listAfter(id, limit),
    reseal(tx, { id, sealedToken }) {
      if (sealedToken !== null) linkStore(tx).reseal(id, reseal(sealedToken, linkPlace(id), from, to));
    },
  });
}

/**
 * Hashes and encrypts the tokens that an earlier version stored in the open, and marks them in events and kept
 * responses. An interrupted run continues.
 */
export async function moveOpenLinks(deps: Deps, environment: Environment): Promise<void> {
  const platform = deps.stores.platform(environment);
  // As with PINs: without any, a start writes nothing.
  if (linkStore(platform.db).listOpen(1).length === 0) return;
  deps.log.info({ environment }, "Hashing the tracking links of an earlier version");
  // First, while their shipments are still known by the token itself.
  await markAnswers(platform, (tx, token) => linkStore(tx).find(token) !== undefined);
  const moveSome = () =>
    write(deps, environment, ({ tx }) => {
      const links = linkStore(tx);
      const rows = links.listOpen(stepRows);
      for (const row of rows) {
        const token = row.trackingHash;
        const moved = { ...row, ...linkColumns(deps.vault, row.id, token) };
        links.update(moved);
        markLinkInEvents(tx, row.id, token, moved.trackingHash);
        maskInResponses(tx, row.id, token);
      }
      return rows.length;
    });
  while ((await moveSome()) > 0);
  await platform.emptyLog();
}
