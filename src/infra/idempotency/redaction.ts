import type { Store, Tx } from "../db/store.ts";
import { markLinks, type StoredText } from "../stored-links.ts";
import { type KeptAnswer, redactionRows } from "./redaction-store.ts";

const markedPerStep = 100;

interface Rewriting {
  shipmentId: string;
  /** No older response names it. */
  since: number;
  redact(answer: unknown, path: KeptAnswer["path"]): unknown;
}

/** Rewrites kept responses that name a shipment, in an environment's database. @returns how many, at most `limit` */
export function redactAnswers(tx: Tx, { shipmentId, since, redact }: Rewriting, limit: number): number {
  const rows = redactionRows(tx);
  let rewritten = 0;
  for (const { path, ...row } of rows.naming(shipmentId, since)) {
    const answer = JSON.stringify(redact(JSON.parse(row.answer), path)) as StoredText;
    if (answer === row.answer) continue;
    rows.rewrite({ ...row, answer });
    rewritten += 1;
    if (rewritten === limit) break;
  }
  return rewritten;
}

/**
 * Marks the tracking links in responses that earlier versions kept, in steps.
 * @param isToken whether a shipment has the link with this token
 */
export async function markAnswers(store: Store, isToken: (tx: Tx, token: string) => boolean): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const before: number = after;
    after = await store.write((tx): number | undefined => {
      const rows = redactionRows(tx);
      const found = rows.withLinksAfter(before, markedPerStep);
      for (const { rowid: _, path: __, ...row } of found) {
        const answer = markLinks(row.answer, (_hash, token) => isToken(tx, token));
        if (answer !== row.answer) rows.rewrite({ ...row, answer });
      }
      return found.at(-1)?.rowid;
    });
  }
}
