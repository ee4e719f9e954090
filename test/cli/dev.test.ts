import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sources } from "../support/command.ts";
import { eventually } from "../support/harness.ts";
import { begin, run } from "./run.ts";

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "waybill-dev-"));
});
afterAll(() => rmSync(cwd, { recursive: true }));

interface Told {
  url: string;
  key: string;
  account: string;
  /** How to receive webhooks. */
  hint: string;
}

/** What `waybill dev` says, for as long as `use` takes. */
async function withDev<T>(
  use: (told: Told) => Promise<T>,
  options: { command?: readonly string[] } = {},
): Promise<T> {
  const dev = begin(["dev", "--port", "0"], { cwd, ...options });
  const said = (label: string) =>
    eventually(`"${label}"`, () => {
      const line = dev.lines.find((entry) => entry.startsWith(`  ${label}  `));
      return line?.slice(label.length + 2).trim();
    });
  try {
    const url = (await said("Dashboard")).replace(/\/dashboard$/, "");
    const hint = () => dev.lines.find((line) => line.includes(" listen "))?.trim();
    const key = await said("Sandbox key");
    return await use({
      url,
      key,
      account: await said("Sign in as"),
      hint: await eventually("the hint", hint),
    });
  } finally {
    expect((await dev.end()).exitCode).toBe(0);
  }
}

async function signIn({ url, account }: Told) {
  const [, email, password] = /^(\S+), password (\S+)$/.exec(account) ?? [];
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${url}/api/v1/auth/sign-in`, { method: "POST", headers, body });
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what is in there
  return { status: response.status, body: (await response.json()) as any };
}

test("dev prints a command that works in a checkout, where nothing is on the PATH", async () => {
  await withDev(
    async ({ hint, url, key }) => {
      const [, name, rest = ""] = /^npm run -s (\w+) -- (.+)$/.exec(hint) ?? [];
      const { scripts } = await Bun.file(new URL("../../package.json", import.meta.url)).json();
      expect(scripts[name ?? ""]).toEndWith("src/main.ts");
      expect(rest).toBe(`listen --url ${url} --api-key ${key} --forward-to http://localhost:3000/hook`);
      const secret = await run([...rest.split(" "), "--print-secret"], { cwd });
      expect(secret).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^whsec_/) });
    },
    { command: sources },
  );
});

test("dev prints the dashboard and how to sign in as who runs it; both stay from one start to the next", async () => {
  const first = await withDev(async (told) => {
    const { status, body } = await signIn(told);
    expect([status, body.user.is_operator, body.account.purpose]).toEqual([200, true, "test"]);
    const account = await fetch(`${told.url}/api/v1/platform/account`, {
      headers: { "x-api-key": told.key },
    });
    expect(await account.json()).toMatchObject({ id: body.account.id, tier: "unlimited" });
    return told;
  });
  expect(statSync(join(cwd, ".waybill/development-password")).mode & 0o777).toBe(0o600);
  await withDev(async (again) => {
    expect([again.account, again.key]).toEqual([first.account, first.key]);
    expect((await signIn(again)).status).toBe(200);
  });
});

test("a password that was chosen since is not replaced; without the file there is a new one", async () => {
  const chosen = ["user", "password", "demo@example.com", "--password-stdin", "--data", ".waybill"];
  expect((await run(chosen, { cwd, input: "a passphrase of my own" })).exitCode).toBe(0);
  await withDev(async ({ account }) => {
    expect(account).toBe("demo@example.com, with the password that you set");
  });
  rmSync(join(cwd, ".waybill/development-password"));
  await withDev(async (told) => expect((await signIn(told)).status).toBe(200));
});

test("an installation that somebody runs already keeps its operator", async () => {
  rmSync(join(cwd, ".waybill"), { recursive: true });
  const init = ["init", "--email", "o@example.com", "--password-stdin", "--data", ".waybill"];
  expect((await run(init, { cwd, input: "a long enough passphrase" })).exitCode).toBe(0);
  await withDev(async (told) => {
    const { status, body } = await signIn(told);
    expect([status, body.user.is_operator]).toEqual([200, false]);
  });
});
