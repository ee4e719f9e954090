import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { markAnswers } from "../../../infra/idempotency/redaction.ts";
import { markLinkInEvents } from "../../../messaging/events/redaction.ts";
import { maskInResponses } from "../../../messaging/webhooks/deliveries/redaction.ts";
import { linkStore } from "./link-store.ts";
import { linkColumns } from "./tracking-link.ts";

/** Each has a dozen events: a step takes some ten milliseconds. */
const stepRows = 50;

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
