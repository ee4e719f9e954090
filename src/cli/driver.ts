import { type Command, Option } from "commander";
import { vehicleTypes } from "../delivery/model/model.ts";
import { environments } from "../infra/environment.ts";
import { finish, group, ownSettings, text } from "./administering.ts";
import { choiceOption, withRequired } from "./command.ts";

/** Commands about the drivers of fleets. */

export function addDriver(program: Command): void {
  const driver = group(program, "driver", "Manage the drivers of fleets.");
  addList(driver);
  addAdd(driver);
  addLink(driver);
}

function addList(driver: Command): void {
  const command = driver.command("list").description("List the drivers of fleets, newest first.");
  withRequired(
    command,
    choiceOption("--environment <environment>", "Environment of the fleets.", environments),
  );
  command.option(
    "--account <account>",
    "Account id, or the email address of one of its users. Default: the installation's fleets.",
  );
  const examples = [
    "waybill driver list --environment live",
    "waybill driver list --environment live --account alex@example.com --json",
  ];
  finish(command, "driver list", examples, {
    input: async ({ environment, account }) => ({
      environment,
      ...(account === undefined ? {} : { account: text(account) }),
    }),
    tell: ({ data }) =>
      data.length === 0
        ? "No drivers."
        : data
            .map(({ id, carrier_id, on_duty, name }) =>
              [id, carrier_id, on_duty ? "on duty" : "off duty", name].join("  "),
            )
            .join("\n"),
  });
}

function addAdd(driver: Command): void {
  const command = driver.command("add").description("Create a driver of a fleet, off duty.");
  withRequired(command, new Option("--carrier <carrier>", "Id of the fleet (car_…)."));
  withRequired(command, new Option("--name <name>", "Name of the driver."));
  withRequired(command, choiceOption("--vehicle <type>", "What the driver comes with.", vehicleTypes));
  command.option("--phone <number>", "Phone number, such as +4930123456.");
  const examples = [
    "waybill driver add --carrier car_01m7x5rdwme1ct34p92xd7wpnk --name 'Kim Berger' --vehicle bicycle",
  ];
  finish(command, "driver add", examples, {
    input: async ({ carrier, name, vehicle, phone }) => ({
      carrier: text(carrier),
      name: text(name),
      vehicle: text(vehicle),
      ...(phone === undefined ? {} : { phone: text(phone) }),
    }),
    tell: ({ id }) => id,
    remark: ({ id, name }) => `Created ${name}. To connect a phone: waybill driver link ${id}`,
  });
}

function addLink(driver: Command): void {
  const command = driver
    .command("link")
    .description(
      "Print a link that connects a driver's phone. It works for 24 hours and 3 devices; the one before ends.",
    )
    .argument("<driver>", "Id of the driver (drv_…).")
    .option("--confirm-local", "In live, also print a link that only this machine can open.");
  finish(command, "driver link", ["waybill driver link drv_01m7x5rdwme1ct34p92xd7wpnk"], {
    settings: [...ownSettings, "publicUrl"],
    input: async ({ confirmLocal }, [id]) => ({ driver: text(id), confirm_local: confirmLocal === true }),
    tell: ({ url }) => url,
    remark: ({ expires_at }) => `Open it on the driver's phone, and tap once. It ends at ${expires_at}.`,
  });
}
