import type { Command } from "commander";
import { finish, group, ownSettings, text } from "./administering.ts";

/** Commands about the carriers of an installation. */

export function addCarrier(program: Command): void {
  const carrier = group(program, "carrier", "Manage carriers.");
  addVerify(carrier);
}

function addVerify(carrier: Command): void {
  const command = carrier
    .command("verify")
    .description(
      "Run the conformance suite against a carrier's server, and print each point. It books a test job and cancels it.",
    )
    .argument("<carrier>", "Id of the carrier (car_…).");
  finish(command, "carrier verify", ["waybill carrier verify car_01m7x5rdwme1ct34p92xd7wpnk"], {
    settings: [...ownSettings, "secretKey", "webhookAllowCidrs", "carrierAllowCidrs"],
    input: async (_, [id]) => ({ carrier: text(id) }),
    tell: ({ points }) =>
      points
        .map(({ code, passed, detail }) => `${passed ? "passed" : "FAILED"}  ${code}  ${detail}`)
        .join("\n"),
    verdict: ({ points }) => {
      const failed = points.filter(({ passed }) => !passed).length;
      if (failed > 0) throw new Error(`${failed} of ${points.length} points failed`);
    },
  });
}
