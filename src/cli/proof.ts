import type { Command } from "commander";
import { SettingError } from "../app/config/reading.ts";
import { isProofFile, type ProofFile } from "../delivery/orders/proof-file/schema.ts";
import { type Verification, verifyProofFile } from "../delivery/orders/proof-file/verifying.ts";
import { type Flags, helped } from "./command.ts";
import { print, printJson } from "./terminal.ts";

/** `waybill proof verify`: needs no server and no data folder. */
export function addProof(program: Command): void {
  const proof = program.command("proof").description("Check proofs of delivery.");
  const command = proof
    .command("verify")
    .description(
      "Check a proof file offline, and name what was changed. Without --head it proves nothing: whoever changed the file can have written the whole chain anew.",
    )
    .argument("<file>", "File from GET /platform/shipments/{id}/proof.json.")
    .option("--head <hash>", "The proof_head of the shipment.delivered event, as you kept it.")
    .option("--json", "Print JSON, for scripts.");
  helped(command, ["waybill proof verify proof.json --head 9f86d081884c7d65…"]);
  command.action(runVerify);
}

async function runVerify(path: string, flags: Flags): Promise<void> {
  const head = readHead(flags.head);
  const file = await readFile(path);
  const found = verifyProofFile(file, head);
  const isProven = head !== undefined && found.problems.length === 0;
  if (flags.json)
    await printJson({ proven: isProven, head: head ?? null, begins_at: file.begins_at, ...found });
  else await print(tell(file, found, isProven));
  const { length: count } = found.problems;
  if (count > 0) throw new Error(`the proof was changed: ${count} ${count === 1 ? "problem" : "problems"}`);
  if (isProven) return;
  throw new Error(
    "without --head this proves nothing. Pass the proof_head of the shipment.delivered event, as you kept it elsewhere",
  );
}

function tell(
  { begins_at, links }: ProofFile,
  { problems, redacted, uncovered }: Verification,
  isProven: boolean,
) {
  return [
    ...problems.map((problem) => `CHANGED   ${problem}`),
    ...redacted.map((value) => `redacted  ${value}`),
    ...uncovered.map((name) => `later     ${name} came after the head, which does not prove it`),
    ...(begins_at !== null && begins_at > 1
      ? [`older     entries before ${begins_at} are older than the chain`]
      : []),
    isProven
      ? `Proven: ${links.length - uncovered.length} links are as they were when the head was kept.`
      : `${links.length} links were read.`,
  ].join("\n");
}

/** @throws SettingError */
function readHead(head: Flags[string]): string | undefined {
  if (head === undefined) return undefined;
  const text = String(head).toLowerCase();
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new SettingError("--head must be 64 hexadecimal digits");
}

/** @throws Error for what is no proof file */
async function readFile(path: string): Promise<ProofFile> {
  const file: unknown = await Bun.file(path)
    .json()
    .catch((error: Error) => {
      throw new Error(`cannot read ${path}: ${error.message}`);
    });
  if (isProofFile(file)) return file;
  throw new Error(`${path} is not a proof file: fetch it from /platform/shipments/{id}/proof.json`);
}
