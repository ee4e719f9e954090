import { auditedAccounts, verifyChain } from "../../access/audit/chain.ts";
import { proofFileOf } from "../../delivery/orders/proof-file/service.ts";
import { verifyProofFile } from "../../delivery/orders/proof-file/verifying.ts";
import { counted, type Finding, verdict } from "../../infra/backups/diagnosis.ts";
import type { OpenDatabase } from "./patient.ts";

/** Hashes that tell whether somebody changed history: of each shipment, and of each account's audit log. */

const shipmentsPerStep = 500;

export function examineProofs({ name, connection, db }: OpenDatabase): Finding {
  const where = { check: "proof_chains", database: name };
  const next = connection
    .prepare<[string, number], string>("SELECT id FROM shipments WHERE id > ? ORDER BY id LIMIT ?")
    .pluck();
  // In one transaction: the server may redact the shipment meanwhile.
  const problemsOf = connection.transaction((id: string) => verifyProofFile(proofFileOf(db, id)).problems);
  let total = 0;
  const broken: string[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const ids: string[] = next.all(after, shipmentsPerStep);
    for (const id of ids) {
      const [problem] = problemsOf(id);
      if (problem !== undefined) broken.push(`${id}: ${problem}`);
    }
    total += ids.length;
    after = ids.at(-1);
  }
  return verdict(where, broken, {
    fine: `The history of ${counted(total, "shipment")} verifies.`,
    broken: `${counted(broken.length, "shipment")}: somebody or something changed the history.`,
    remedy: "Compare it with a proof file that you saved, or with a backup; keep the database as evidence.",
  });
}

export async function examineAudit({ db }: OpenDatabase): Promise<Finding> {
  const where = { check: "audit_chains", database: "accounts" } as const;
  const stores = { accounts: { db } };
  const broken: string[] = [];
  const ids = auditedAccounts({ stores });
  for (const id of ids) {
    const { brokenAt } = await verifyChain({ stores }, id);
    if (brokenAt !== null) broken.push(`${id} from ${brokenAt} on`);
  }
  return verdict(where, broken, {
    fine: `The audit log of ${counted(ids.length, "account")} verifies.`,
    broken: `${counted(broken.length, "account")}: somebody or something changed the audit log.`,
    remedy:
      "Compare it with a hash of `waybill audit verify` that you saved, or with a backup; keep the database as evidence.",
  });
}
