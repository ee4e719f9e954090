import { resolve } from "node:path";
import { Argument, type Command, Option } from "commander";
import { roles } from "../access/roles.ts";
import { environments } from "../infra/environment.ts";
import { finish, group, ownSettings, text } from "./administering.ts";
import { choiceOption, withRequired } from "./command.ts";
import { addAccountDelete, addUserDelete } from "./deletion.ts";
import { readNewPassword } from "./password.ts";

/** Commands that change an installation, whether or not its server runs. */

const passwordStdin = ["--password-stdin", "Read the password from standard input."] as const;
const accountHelp = "Account id (acct_…), or the email address of one of its users.";

export function addAdministration(program: Command): void {
  addInit(program);
  const user = group(program, "user", "Manage users.");
  addUserCreate(user);
  addUserRole(user);
  addUserPassword(user);
  addUserDelete(user);
  addResetLink(user);
  addSecondFactorOff(user);
  const key = group(program, "key", "Manage API keys.");
  addKeyCreate(key);
  addKeyRevoke(key);
  const account = group(program, "account", "Manage accounts.");
  addAccountTier(account);
  addAccountDelete(account, accountHelp);
  addAuditVerify(group(program, "audit", "Verify the audit log."));
}

function addInit(program: Command): void {
  const command = program
    .command("init")
    .description(
      "Create the operator, who runs the installation, and the operator's account (tier: unlimited).",
    );
  withRequired(command, new Option("--email <address>", "Email address to sign in with."));
  command.option("--account-name <name>", "Name of the account.", "Operator").option(...passwordStdin);
  finish(
    command,
    "init",
    [
      "waybill init --email you@example.com --data /var/lib/waybill",
      "waybill init --email you@example.com --data /var/lib/waybill --password-stdin < password",
    ],
    {
      input: async ({ email, accountName, passwordStdin }) => ({
        email: text(email),
        account_name: text(accountName),
        password: await readNewPassword(passwordStdin === true),
      }),
      tell: ({ account, user }) =>
        `${user.email} is the operator; the account is ${account.id} (${account.tier}).`,
      remark: (_, { data }, wasThere) =>
        wasThere
          ? `The installation is in ${resolve(data)}.`
          : `Created a new installation in ${resolve(data)}. To use an existing one, name its folder with --data.`,
    },
  );
}

function addUserCreate(user: Command): void {
  const command = user
    .command("create")
    .description("Create a user, in an existing account or a new one.")
    .argument("<email>", "Email address to sign in with.")
    .option("--account <account>", accountHelp)
    .option("--account-name <name>", "Name of the new account.")
    .addOption(
      choiceOption(
        "--role <role>",
        "Role in the account. Default: owner of a new account, developer in an existing one.",
        roles,
      ),
    )
    .option(...passwordStdin);
  const examples = [
    'waybill user create alex@example.com --account-name "Book shop"',
    "waybill user create bea@example.com --account alex@example.com",
  ];
  finish(command, "user create", examples, {
    settings: [...ownSettings, "defaultTier"],
    input: async ({ account, accountName, defaultTier, role, passwordStdin }, [email]) => ({
      email: text(email),
      ...(account === undefined ? {} : { account: text(account) }),
      ...(accountName === undefined ? {} : { account_name: text(accountName) }),
      ...(role === undefined ? {} : { role }),
      ...(defaultTier === undefined ? {} : { default_tier: text(defaultTier) }),
      password: await readNewPassword(passwordStdin === true),
    }),
    tell: ({ account, user }) =>
      `${user.email} is ${user.role} of ${account.name} (${account.id}, ${account.tier}).`,
  });
}

function addUserRole(user: Command): void {
  const command = user
    .command("role")
    .description("Change a user's role in the account, effective immediately.")
    .argument("<email>", "Email address of the user.")
    .addArgument(new Argument("<role>", "What the user may do.").choices(roles));
  finish(command, "user role", ["waybill user role alex@example.com owner"], {
    input: async (_, [email, role]) => ({ email: text(email), role }),
    tell: ({ user }) => `${user.email} is ${user.role} now.`,
  });
}

function addUserPassword(user: Command): void {
  const command = user
    .command("password")
    .description("Set a user's password and end the user's sessions.")
    .argument("<email>", "Email address of the user.")
    .option(...passwordStdin);
  finish(command, "user password", ["waybill user password alex@example.com"], {
    input: async ({ passwordStdin }, [email]) => ({
      email: text(email),
      password: await readNewPassword(passwordStdin === true),
    }),
    tell: ({ user, sessions_ended: ended }) =>
      `${user.email} has a new password; ${ended} ${ended === 1 ? "session" : "sessions"} ended.`,
  });
}

function addResetLink(user: Command): void {
  const command = user
    .command("reset-link")
    .description("Print a link with which a user sets a new password, once, within an hour.")
    .argument("<email>", "Email address of the user.");
  finish(command, "user reset-link", ["waybill user reset-link alex@example.com"], {
    settings: [...ownSettings, "publicUrl"],
    input: async (_, [email]) => ({ email: text(email) }),
    tell: ({ url }) => url,
    remark: ({ expires_at: at }) => `The link works once, until ${at}. Hand it over to the user only.`,
  });
}

function addSecondFactorOff(user: Command): void {
  const command = user
    .command("second-factor-off")
    .description("Turn a user's second factor off, for a lost phone. The password stays.")
    .argument("<email>", "Email address of the user.");
  finish(command, "user second-factor-off", ["waybill user second-factor-off alex@example.com"], {
    input: async (_, [email]) => ({ email: text(email) }),
    tell: ({ user, was_on: wasOn }) =>
      wasOn
        ? `The second factor of ${user.email} is off. Signing in asks for the password alone.`
        : `${user.email} has no second factor.`,
  });
}

function addKeyCreate(key: Command): void {
  const command = key
    .command("create")
    .description("Create an API key. Only the secret goes to standard output; it is shown once.");
  withRequired(command, new Option("--account <account>", accountHelp));
  withRequired(command, choiceOption("--environment <environment>", "Environment of the key.", environments));
  withRequired(command, new Option("--name <name>", "Name of the key."));
  command
    .option("--scopes <scope,…>", "Scopes, separated by commas. Default: all.")
    .option("--expires <time>", "Expiry time, such as 2030-01-31T00:00:00Z. Default: never.");
  const examples = [
    "waybill key create --account alex@example.com --environment sandbox --name CI",
    "waybill key create --account acct_… --environment live --name Tracking --scopes tracking:read,events:read --json",
  ];
  finish(command, "key create", examples, {
    input: async ({ account, environment, name, scopes, expires }) => ({
      account: text(account),
      environment,
      name: text(name),
      ...(scopes === undefined
        ? {}
        : {
            scopes: text(scopes)
              .split(",")
              .map((scope) => scope.trim()),
          }),
      ...(expires === undefined ? {} : { expires_at: text(expires) }),
    }),
    tell: ({ secret }) => secret,
    remark: ({ id, name, environment }) =>
      `Created the ${environment} key ${id} (${name}). The secret is not shown again.`,
  });
}

function addKeyRevoke(key: Command): void {
  const command = key
    .command("revoke")
    .description("Revoke an API key, effective immediately.")
    .argument("<key>", "Id of the key (key_…).");
  finish(command, "key revoke", ["waybill key revoke key_01m7x5rdwme1ct34p92xd7wpnk"], {
    input: async (_, [key]) => ({ key: text(key) }),
    tell: ({ id, name, revoked_at: at }) => `The key ${id} (${name}) was revoked at ${at}.`,
  });
}

function addAccountTier(account: Command): void {
  const command = account
    .command("tier")
    .description("Move an account to another tier, effective immediately.")
    .argument("<account>", accountHelp)
    .argument("<tier>", "Name of the tier, such as free, growth, scale or unlimited.");
  finish(command, "account tier", ["waybill account tier alex@example.com growth"], {
    input: async (_, [account, tier]) => ({ account: text(account), tier: text(tier) }),
    tell: ({ account }) => `${account.name} (${account.id}) is now in tier ${account.tier}.`,
  });
}

function addAuditVerify(audit: Command): void {
  const command = audit
    .command("verify")
    .description("Check that no audit entry was changed or removed, and print each account's last hash.")
    .option("--account <account>", `${accountHelp} Default: every account.`);
  const examples = ["waybill audit verify", "waybill audit verify --account alex@example.com --json"];
  finish(command, "audit verify", examples, {
    input: async ({ account }) => (account === undefined ? {} : { account: text(account) }),
    check: ({ accounts }) => {
      const broken = accounts.filter(({ broken_at }) => broken_at !== null);
      if (broken.length === 0) return;
      const places = broken.map(({ account_id, broken_at }) => `${account_id} at ${broken_at}`);
      throw new Error(`the audit log was changed: ${places.join(", ")}`);
    },
    tell: ({ accounts }) =>
      accounts
        .map(
          ({ account_id, entries, last_hash }) =>
            `${account_id}  ${entries} ${entries === 1 ? "entry" : "entries"}  ${last_hash}`,
        )
        .join("\n"),
  });
}
