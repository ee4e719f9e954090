import { type Command, Option } from "commander";
import { SettingError } from "../app/config/reading.ts";
import type { SettingName } from "../infra/config/settings.ts";
import { environments } from "../infra/environment.ts";
import { finish, group, ownSettings, text } from "./administering.ts";
import { choiceOption, withRequired } from "./command.ts";

/** Commands about the carriers of an installation. */

export function addCarrier(program: Command): void {
  const carrier = group(program, "carrier", "Manage carriers.");
  addList(carrier);
  addAdd(carrier);
  addCheck(carrier);
  addPause(carrier);
  addVerify(carrier);
}

const secretSettings: readonly SettingName[] = [
  ...ownSettings,
  "secretKey",
  "webhookAllowCidrs",
  "carrierAllowCidrs",
  "caFile",
];
const accountHelp =
  "Account id, or the email address of one of its users. Default: the installation's carriers.";
const managedBy = {
  installation: "It is the installation's: the operator manages it under Operator → Carriers.",
  account: "It is the account's: its people manage it under Carriers.",
} as const;
const carrierId = ["<carrier>", "Id of the carrier (car_…)."] as const;
const environmentOption = () =>
  choiceOption("--environment <environment>", "Environment of the carrier.", environments);

function addList(carrier: Command): void {
  const command = carrier.command("list").description("List the carriers that were set up.");
  withRequired(command, environmentOption());
  command.option("--account <account>", accountHelp);
  const examples = [
    "waybill carrier list --environment live",
    "waybill carrier list --environment live --account alex@example.com --json",
  ];
  finish(command, "carrier list", examples, {
    settings: secretSettings,
    input: async ({ environment, account }) => ({ environment, ...ofAccount(account) }),
    tell: ({ data }) =>
      data.length === 0
        ? "No carriers."
        : data
            .map(({ id, status, kind, code, name }) => `${id}  ${status}  ${kind}  ${code}  ${name}`)
            .join("\n"),
  });
}

function addAdd(carrier: Command): void {
  const command = carrier
    .command("add")
    .description(
      "Set up a carrier. Its settings are JSON on standard input, so that no secret is on the command line.",
    );
  withRequired(command, environmentOption());
  withRequired(command, new Option("--kind <kind>", "Kind of the carrier, such as http or fleet."));
  withRequired(command, new Option("--code <code>", "Code, unique among the owner's carriers."));
  withRequired(command, new Option("--name <name>", "Name of the carrier."));
  command.option("--account <account>", accountHelp);
  const examples = [
    "waybill carrier add --environment live --kind http --code city_riders --name 'City Riders' < settings.json",
  ];
  finish(command, "carrier add", examples, {
    settings: secretSettings,
    input: async ({ environment, kind, code, name, account }) => ({
      environment,
      kind: text(kind),
      code: text(code),
      name: text(name),
      ...ofAccount(account),
      settings: await readSettings(),
    }),
    tell: ({ id, secret }) => (secret === null ? id : `${id}\n${secret}`),
    remark: ({ code, environment, owner, secret }) =>
      `Set up the ${environment} carrier ${code}. ${managedBy[owner]}${secret === null ? "" : " Its signing secret is not shown again."}`,
  });
}

function addCheck(carrier: Command): void {
  const command = carrier
    .command("check")
    .description("Ask a carrier whether it can be used, and print each point. Nothing is booked.")
    .argument(...carrierId);
  finish(command, "carrier check", ["waybill carrier check car_01m7x5rdwme1ct34p92xd7wpnk"], {
    settings: secretSettings,
    input: async (_, [id]) => ({ carrier: text(id) }),
    tell: ({ points }) => tellPoints(points),
    verdict: ({ points }) => judgePoints(points),
  });
}

function addPause(carrier: Command): void {
  const command = carrier
    .command("pause")
    .description("Stop asking a carrier for quotes. Its open quotes are withdrawn, and its jobs continue.")
    .argument(...carrierId)
    .option("--resume", "Ask the carrier again.");
  const examples = [
    "waybill carrier pause car_01m7x5rdwme1ct34p92xd7wpnk",
    "waybill carrier pause car_01m7x5rdwme1ct34p92xd7wpnk --resume",
  ];
  finish(command, "carrier pause", examples, {
    settings: secretSettings,
    input: async ({ resume }, [id]) => ({ carrier: text(id), status: resume ? "active" : "paused" }),
    tell: ({ id, name, status }) => `The carrier ${id} (${name}) is ${status}.`,
  });
}

function ofAccount(account: unknown): { account?: string } {
  return account === undefined ? {} : { account: text(account) };
}

/** @throws SettingError */
async function readSettings(): Promise<unknown> {
  try {
    return JSON.parse(await Bun.stdin.text());
  } catch {
    throw new SettingError("standard input must hold the settings as JSON");
  }
}

interface Point {
  code: string;
  passed: boolean | null;
  detail: string;
}

function tellPoints(points: readonly Point[]): string {
  return points.map(({ code, passed, detail }) => `${wordOf(passed)}  ${code}  ${detail}`).join("\n");
}

function wordOf(passed: boolean | null): string {
  if (passed === null) return "not run";
  return passed ? "passed" : "FAILED";
}

/** @throws Error if a point failed, or could not be tried */
function judgePoints(points: readonly Point[]): void {
  const failed = points.filter(({ passed }) => passed === false).length;
  const untried = points.filter(({ passed }) => passed === null).length;
  const what = [
    ...(failed > 0 ? [`${failed} of ${points.length} points failed`] : []),
    ...(untried > 0 ? [`${untried} of ${points.length} points were not run`] : []),
  ];
  if (what.length > 0) throw new Error(what.join(", "));
}

function addVerify(carrier: Command): void {
  const command = carrier
    .command("verify")
    .description(
      "Run the conformance suite against a carrier's server, and print each point. It books a test job and cancels it.",
    )
    .argument(...carrierId)
    .option(
      "--shipment <file>",
      "A shipment that the carrier serves, as JSON with pickup, delivery and parcels. Default: a parcel across Berlin.",
    );
  const examples = [
    "waybill carrier verify car_01m7x5rdwme1ct34p92xd7wpnk",
    "waybill carrier verify car_01m7x5rdwme1ct34p92xd7wpnk --shipment new-york.json",
  ];
  finish(command, "carrier verify", examples, {
    settings: secretSettings,
    input: async ({ shipment }, [id]) => ({
      carrier: text(id),
      ...(shipment !== undefined && { shipment: await readJson(text(shipment)) }),
    }),
    tell: ({ points }) => tellPoints(points),
    verdict: ({ points }) => judgePoints(points),
  });
}

/** @throws SettingError for what is no JSON */
async function readJson(path: string): Promise<unknown> {
  try {
    return await Bun.file(path).json();
  } catch (error) {
    throw new SettingError(`--shipment: cannot read ${path}: ${(error as Error).message}`);
  }
}
