import type { Tx } from "../db/store.ts";
import { type KeptAnswer, redactionRows } from "./redaction-store.ts";

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
    const answer = JSON.stringify(redact(JSON.parse(row.answer), path));
    if (answer === row.answer) continue;
    rows.rewrite({ ...row, answer });
    rewritten += 1;
    if (rewritten === limit) break;
  }
  return rewritten;
}
