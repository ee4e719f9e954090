import { type Finding, fine, suspicious, wrong } from "../../infra/backups/diagnosis.ts";
import { readAuthorities } from "../../infra/net/authorities.ts";
import type { Patient } from "./patient.ts";

/** The file of own authorities. A server does not start with one that it cannot use. */
export function examineAuthorities({ config: { caFile = null }, now }: Patient): Finding[] {
  const where = { check: "certificates", database: null };
  if (caFile === null) return [];
  try {
    const ended = readAuthorities(caFile).filter(({ endsAt }) => endsAt <= now);
    if (ended.length === 0) return [fine(where, `The certificates in ${caFile} can be read.`)];
    return [
      suspicious(
        where,
        `${caFile} has certificates that have expired: ${ended.map(({ name }) => name).join(", ")}.`,
        "Replace them: servers whose certificates they vouch for are refused.",
      ),
    ];
  } catch (error) {
    const remedy = "Set WAYBILL_CA_FILE to a readable file of certificates in PEM format.";
    return [wrong(where, `${caFile} ${(error as Error).message}.`, remedy)];
  }
}
