import type { Command } from "commander";
import { finish, text } from "./administering.ts";

/** Commands that delete. */

export function addAccountDelete(account: Command, accountHelp: string): void {
  const command = account
    .command("delete")
    .description(
      "Close an account, and delete all its data after the waiting time. Export what you need to keep first.",
    )
    .argument("<account>", accountHelp)
    .option("--now", "Delete it without waiting. Nobody can take this back.")
    .option("--take-back", "Open the account again, while it waits.");
  const examples = [
    "waybill account delete alex@example.com",
    "waybill account delete alex@example.com --take-back",
    "waybill account delete acct_01m7x5rdwme1ct34p92xd7wpnk --now",
  ];
  finish(command, "account delete", examples, {
    input: async ({ now, takeBack }, [account]) => ({
      account: text(account),
      when: takeBack === true ? "never" : now === true ? "now" : "later",
    }),
    tell: ({ account_id: id, due_at: dueAt }) =>
      dueAt === null
        ? `The account ${id} stays.`
        : `The account ${id} is closed. Waybill deletes its data from ${dueAt} on.`,
  });
}

export function addUserDelete(user: Command): void {
  const command = user
    .command("delete")
    .description("Remove a user from the account, and erase the person from logs and files.")
    .argument("<email>", "Email address of the user.");
  finish(command, "user delete", ["waybill user delete bea@example.com"], {
    input: async (_, [email]) => ({ email: text(email) }),
    tell: ({ user_id: id, account_id: accountId }) => `The user ${id} of ${accountId} is removed.`,
  });
}
