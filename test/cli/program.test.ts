import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

const commands = [
  "serve",
  "dev",
  "demo",
  "init",
  "user create",
  "user password",
  "key create",
  "key revoke",
  "account tier",
  "migrate",
  "config print",
  "version",
];

describe("--help", () => {
  test("names every command", async () => {
    const { exitCode, stdout, stderr } = await typed(["--help"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    const listed = [...stdout.slice(stdout.indexOf("Commands:")).matchAll(/^ {2}([a-z]+)/gm)];
    expect(new Set(listed.map(([, name]) => name))).toEqual(
      new Set([...commands.map((command) => command.split(" ")[0]), "waybill"]),
    );
  });

  test.each(commands)("%s: what it does, its flags, an example that begins with it", async (command) => {
    const { exitCode, stdout, stderr } = await typed([...command.split(" "), "--help"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toStartWith(`Usage: waybill ${command} [options]`);
    expect(stdout).toMatch(new RegExp(`^Examples:\\n( .*\\n)*? +(\\S+=\\S+ )?waybill ${command}`, "m"));
  });
});

describe("what is not understood: which, why, what is allowed, exit code 2, and nothing is made", () => {
  const misunderstood: [args: string, ...sentences: (string | RegExp)[]][] = [
    ["sevre", "unknown command 'sevre'", "(Did you mean serve?)", /^Commands: serve, dev, demo, init, user/m],
    ["--wrong", "unknown option '--wrong'", /^Commands: serve/m],
    ["key make", "unknown command 'make'", /^Commands: create, revoke\.$/m],
    ["serve --prot 80", "unknown option '--prot'", "(Did you mean --port?)", /^Flags: --host, --port/m],
    ["serve --port eighty", '--port must be a whole number from 0 to 65535; it is "eighty"'],
    ["serve --port", "option '--port <N>' argument missing"],
    ["serve --signup maybe", 'must be one of open, closed; it is "maybe"'],
    ["serve extra", "too many arguments", "Expected 0 arguments"],
    ["serve --ephemeral --data here", "--ephemeral has a folder of its own; leave out --data"],
    ["serve --seed 7", "--seed makes secrets that can be foretold; it is for --ephemeral only"],
    ["dev --ephemeral", "unknown option '--ephemeral'"],
    ["init", "required option '--email <address>' not specified"],
    ["user create", "missing required argument 'email'", /^Arguments: <email>. Flags: --account, /m],
    ["user create a@example.com --password secret", "unknown option '--password'", "--password-stdin"],
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

  test("a variable that is wrong is named, where the command heeds it; elsewhere it counts for nothing", async () => {
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
