import type { Vault } from "../../../infra/secrets/vault.ts";
import { markLinks, type StoredLinks, showLinks } from "../../../infra/stored-links.ts";
import { linkStore } from "./link-store.ts";
import { openToken } from "./tracking-link.ts";

/** Marks and shows the links of an account's own shipments. Another account's mark in a text shows nothing. */
export function createStoredLinks(vault: Vault): StoredLinks {
  return {
    mark: (db, accountId, text) =>
      markLinks(text, (hash) => linkStore(db).find(hash)?.accountId === accountId),
    show(db, accountId, text) {
      const known = new Map<string, string | undefined>();
      return showLinks(text, (hash) => {
        if (!known.has(hash)) {
          const row = linkStore(db).find(hash);
          known.set(hash, row?.accountId === accountId ? openToken(vault, row) : undefined);
        }
        return known.get(hash);
      });
    },
  };
}
