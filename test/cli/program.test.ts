import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { flagName, settingNames, settings } from "../../src/infra/config/settings.ts";
import { typed } from "./typed.ts";

/** Nothing is to be left in the folder that these run in. */
const cwd = process.cwd();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-cli-"));
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(cwd);
  rmSync(folder, { recursive: true });
});

/** Its tiers are rows, so it is opened first. */
test("a default tier that the installation does not have: which it has, and exit code 2", async () => {
  const refused = ["serve", "--port", "0", "--log-level", "silent", "--default-tier", "platinum"];
  const { exitCode, stderr } = await typed(refused);
  rmSync(join(folder, "waybill-data"), { recursive: true });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    'waybill: --default-tier or WAYBILL_DEFAULT_TIER must be one of free, growth, scale, unlimited; it is "platinum"\n',
  );
});

const commands = [
  "serve",
  "dev",
  "demo",
  "listen",
  "trigger",
  "events resend",
  "init",
  "user create",
  "user password",
  "user delete",
  "user reset-link",
  "user second-factor-off",
  "key create",
  "key revoke",
  "secrets rotate",
  "account tier",
  "account delete",
  "audit verify",
  "carrier list",
  "carrier add",
  "carrier check",
  "carrier pause",
  "carrier verify",
  "driver list",
  "driver add",
  "driver link",
  "proof verify",
  "map check",
  "backup",
  "restore",
  "migrate",
  "doctor",
  "healthcheck",
  "accept-lost-log",
  "config print",
  "version",
];

describe("--help", () => {
  test("names every command", async () => {
    const { exitCode, stdout, stderr } = await typed(["--help"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    const listed = [...stdout.slice(stdout.indexOf("Commands:")).matchAll(/^ {2}([a-z][a-z-]*)/gm)];
    expect(new Set(listed.map(([, name]) => name))).toEqual(
      new Set([...commands.map((command) => command.split(" ")[0]), "help", "waybill"]),
    );
  });

  test.each(commands)("%s: what it does, its flags, an example that begins with it", async (command) => {
    const { exitCode, stdout, stderr } = await typed([...command.split(" "), "--help"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toStartWith(`Usage: waybill ${command} [options]`);
    expect(stdout).toMatch(new RegExp(`^Examples:\\n( .*\\n)*? +(\\S+=\\S+ )?waybill ${command}`, "m"));
  });
});

test("help says the same", async () => {
  expect(await typed(["help"])).toEqual(await typed(["--help"]));
  expect(await typed(["help", "serve"])).toEqual(await typed(["serve", "--help"]));
  expect(await typed(["help", "key", "create"])).toEqual(await typed(["key", "create", "--help"]));
  expect(await typed(["help", "sevre"])).toEqual(await typed(["sevre"]));
});

describe("what is not understood: which, why, what is allowed, exit code 2, and nothing is made", () => {
  const misunderstood: [args: string, ...sentences: (string | RegExp)[]][] = [
    [
      "sevre",
      "unknown command 'sevre'",
      "(Did you mean serve?)",
      /^Commands: serve, dev, demo, listen, trigger, events, init, user/m,
    ],
    ["--wrong", "unknown option '--wrong'", /^Commands: serve/m],
    ["key make", "unknown command 'make'", /^Commands: create, revoke\.$/m],
    [
      "serve --prot 80",
      /^waybill: unknown option '--prot'\n\(Did you mean --port\?\)\n`waybill serve --help` lists the flags\.\n$/,
    ],
    ["serve --port eighty", '--port must be a whole number from 0 to 65535; it is "eighty"'],
    ["serve --port", "option '--port <N>' argument missing"],
    ["serve --signup maybe", 'must be one of open, closed; it is "maybe"'],
    ["serve extra", "too many arguments", "Expected 0 arguments"],
    [
      "serve --trusted-proxies foo",
      /^waybill: --trusted-proxies "foo" is not a CIDR block such as 10\.0\.0\.0\/8 or fd00::\/8\n$/,
    ],
    [
      "serve --cors-origins *,https://a.example",
      "--cors-origins must list each origin in full, or be * alone",
    ],
    [
      "serve --ephemeral --data here",
      "--ephemeral uses a temporary folder and makes no backups; remove --data",
    ],
    [
      "serve --ephemeral --backup-folder here",
      "--ephemeral uses a temporary folder and makes no backups; remove --backup-folder",
    ],
    ["serve --seed 7", "--seed makes secrets predictable; use it with --ephemeral only"],
    ["dev --ephemeral", "unknown option '--ephemeral'"],
    ["init", "required option '--email <address>' not specified"],
    ["user create", "missing required argument 'email'", /^Arguments: <email>. Flags: --account, /m],
    ["user create a@example.com --password secret", "unknown option '--password'", "--password-stdin"],
    ["key create --acount a", "unknown option '--acount'", "(Did you mean --account?)"],
    ["key create --account a --environment live", "required option '--name <name>' not specified"],
    [
      "key create --account a --name x --environment prod",
      "argument 'prod' is invalid. Allowed choices are sandbox, live.",
    ],
    ["account tier acct_1", "missing required argument 'tier'", "Arguments: <account>, <tier>."],
    ["version --port 1", "unknown option '--port'", "Flags: --json, --help."],
  ];
  test.each(misunderstood)("waybill %s", async (args, ...sentences) => {
    const { exitCode, stdout, stderr } = await typed(args.split(" "));
    expect([exitCode, stdout]).toEqual([2, ""]);
    for (const sentence of sentences) expect(stderr).toMatch(sentence);
    expect(stderr).toStartWith("waybill: ");
    expect(stderr).not.toMatch(/\n\s+at |\.ts:\d|node_modules/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each<[variables: Record<string, string>, args: string, complaint: string]>([
    [{ WAYBILL_SEED: "x" }, "serve", "WAYBILL_SEED makes secrets predictable; use it with --ephemeral only"],
    [
      { WAYBILL_EPHEMERAL: "true", WAYBILL_DATA: "x" },
      "serve",
      "WAYBILL_EPHEMERAL uses a temporary folder and makes no backups; remove WAYBILL_DATA",
    ],
    [
      { WAYBILL_EPHEMERAL: "true" },
      "serve --data x",
      "WAYBILL_EPHEMERAL uses a temporary folder and makes no backups; remove --data",
    ],
  ])("of variables too: %j waybill %s", async (variables, args, complaint) => {
    Object.assign(Bun.env, variables);
    try {
      const finished = await typed(args.split(" "));
      expect(finished).toEqual({ exitCode: 2, stdout: "", stderr: `waybill: ${complaint}\n` });
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      for (const name of Object.keys(variables)) delete Bun.env[name];
    }
  });

  test("a flag beats a variable: --ephemeral keeps nothing where variables name folders", async () => {
    const variables = { WAYBILL_DATA: "x", WAYBILL_BACKUP_FOLDER: "y" };
    Object.assign(Bun.env, variables);
    try {
      const { exitCode, stdout } = await typed(["config", "print", "--ephemeral"]);
      expect([exitCode, /│ (data|backup-\w+) /.test(stdout)]).toEqual([0, false]);
    } finally {
      for (const name of Object.keys(variables)) delete Bun.env[name];
    }
  });

  const secretSettings = {
    "--secret-key": "ab".repeat(32),
    "--smtp-url": "smtps://waybill:hunter2@mail.example.com",
    "--alarm-url": "https://alerts.example.com/T0/secret",
    "--backup-s3-key": "s3/secret+of=key",
    "--geocoder-key": "pk.geo-secret-of-coder",
    "--alarm-secret": `whsec_${"c2VjcmV0".repeat(4)}`,
  };

  test("each secret setting has a value in the test below", () => {
    const secret = settingNames.filter((name) => settings[name].kind.isSecret).map(flagName);
    expect(secret.toSorted()).toEqual(Object.keys(secretSettings).toSorted());
  });

  test.each(Object.entries(secretSettings))(
    "%s in the command line is warned of, without its value",
    async (flag, value) => {
      const variable = `WAYBILL_${flag.slice(2).replaceAll("-", "_").toUpperCase()}`;
      const warning = `waybill: every user of this machine can read ${flag} in the command line; set ${variable} or ${variable}_FILE instead\n`;
      for (const args of [[flag, value], [`${flag}=${value}`]]) {
        const { exitCode, stdout, stderr } = await typed(["config", "print", "--json", ...args]);
        expect([exitCode, stderr]).toEqual([0, warning]);
        expect(stdout).not.toContain(value);
      }
      Bun.env[variable] = value;
      try {
        expect(await typed(["config", "print"])).toMatchObject({ exitCode: 0, stderr: "" });
      } finally {
        delete Bun.env[variable];
      }
    },
  );

  test("every command that takes a secret warns of it before it does anything", async () => {
    const [flag, value] = ["--secret-key", secretSettings["--secret-key"]];
    const warning = `waybill: every user of this machine can read ${flag} in the command line; `;
    const nowhere = ["--data", join(folder, "nowhere")];
    for (const command of [
      ["dev", "--log-level", "silent", "--default-tier", "platinum"],
      ["secrets", "rotate", "--plain", ...nowhere],
      ["doctor", ...nowhere],
      ["serve", "--port", "0", "--log-level", "silent", "--default-tier", "platinum", ...nowhere],
    ]) {
      const { exitCode, stderr } = await typed([...command, flag, value]);
      const found = [exitCode === 0, stderr.startsWith(warning), stderr.includes(value)];
      expect([command[0], ...found]).toEqual([command[0], false, true, false]);
    }
    for (const made of [".waybill", "nowhere"]) rmSync(join(folder, made), { recursive: true });
  });

  test("settings in the command line that hold no secret are not warned of", async () => {
    const args = [
      "--smtp-url",
      "smtp://waybill@mail.example.com:2525",
      "--port",
      "9001",
      "--signup",
      "closed",
    ];
    expect(await typed(["config", "print", ...args])).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("a variable that is no setting is named, and stops nothing", async () => {
    const variables = { WAYBILL_PROT: "5", WAYBILL_API_KEY: "x", WAYBILL_SECRET_KEY_FILE: "x" };
    Object.assign(Bun.env, variables);
    try {
      const { exitCode, stderr } = await typed(["key", "revoke", "key_1"]);
      expect(stderr).toStartWith(
        'waybill: unknown environment variable WAYBILL_PROT; see "waybill config print"\n',
      );
      expect([exitCode, stderr.match(/WAYBILL_/g)?.length]).toEqual([73, 1]);
    } finally {
      for (const name of Object.keys(variables)) delete Bun.env[name];
    }
  });

  test("a variable that is wrong is named, where the command uses it; elsewhere it is ignored", async () => {
    Bun.env.WAYBILL_PORT = "eighty";
    try {
      expect(await typed(["config", "print"])).toEqual({
        exitCode: 2,
        stdout: "",
        stderr: 'waybill: WAYBILL_PORT must be a whole number from 0 to 65535; it is "eighty"\n',
      });
      expect((await typed(["version"])).exitCode).toBe(0);
    } finally {
      delete Bun.env.WAYBILL_PORT;
    }
  });
});
