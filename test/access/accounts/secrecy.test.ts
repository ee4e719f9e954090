import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createLog } from "../../../src/infra/log/log.ts";
import { valuesInFiles } from "../../support/bytes.ts";
import { createClock, wakeJobs } from "../../support/clock.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { type Client, eventually, startServer } from "../../support/harness.ts";
import { type MailServer, startMailServer, tokenIn } from "../../support/mail-server.ts";
import { appCode } from "../../support/second-factor.ts";

/** Passwords, codes and links: typed right or wrong, they stand in no file and in no line of the log. */

const auth = "/api/v1/auth";
const [first, second, third] = ["first long passphrase", "second long passphrase", "third long passphrase"];
const wrong = "a wrong long passphrase";
const email = "careful@example.com";

let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
});
afterAll(() => mail.stop());

const linkTo = async (to: string, page: string) =>
  tokenIn(
    await eventually(`a link to ${to}`, () =>
      mail.taken.findLast((taken) => taken.to.includes(to) && taken.text.includes(page)),
    ),
  );

function withCookie(client: (headers: Record<string, string>) => Client, headers: Headers): Client {
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  return client({ cookie, "sec-fetch-site": "same-origin" });
}

/** A log that keeps what it is told, on every level. */
function keepingLog() {
  const lines: string[] = [];
  const note = (...said: unknown[]) => void lines.push(Bun.inspect(said));
  const notes = { debug: note, info: note, line: note, warn: note, error: note, fatal: note };
  return { lines, log: { ...createLog("silent"), ...notes } };
}

test("secrets of signing in leave no trace", async () => {
  const dataDir = await makeDataFolder();
  const clock = createClock();
  const { lines, log } = keepingLog();
  const server = await startServer({
    dataDir,
    replacements: { clock, log },
    config: { smtpUrl: mail.url, smtpFrom: "waybill@example.com", secretKey: new Uint8Array(32).fill(3) },
  });
  const signUp = { email, password: first, account_name: "Careful" };
  const session = withCookie(server.client, (await server.client().post(`${auth}/sign-up`, signUp)).headers);
  const { secret } = (await session.post(`${auth}/second-factor`)).body;
  const code = () => appCode(secret, clock.now());
  const confirmed = await session.post(`${auth}/second-factor/confirmation`, { code: code() });
  const recoveryCodes: string[] = confirmed.body.recovery_codes;
  await session.post(`${auth}/confirmation`, { password: wrong, code: recoveryCodes[0] });
  await session.post(`${auth}/confirmation`, { password: first, code: recoveryCodes[0] });
  await server.client().post(`${auth}/sign-in`, { email, password: wrong, code: recoveryCodes[1] });
  await server.client().post(`${auth}/sign-in`, { email, password: first, code: recoveryCodes[1] });
  await session.post(`${auth}/password`, { current_password: first, new_password: second });
  await server.client().post(`${auth}/password-reset`, { email });
  clock.advance(1);
  await wakeJobs(server.deps);
  const reset = await linkTo(email, "/reset-password#");
  const confirmation = `${auth}/password-reset/confirmation`;
  expect((await server.client().post(confirmation, { token: `${reset}x`, password: third })).status).toBe(
    403,
  );
  // In the wrong place too: a program that sends the token in the address, and a body that is no object.
  await server.client().get(`${auth}/session?token=${reset}`);
  await server.client().post(`${confirmation}?token=${reset}&password=${encodeURIComponent(third)}`, [third]);
  expect((await server.client().post(confirmation, { token: reset, password: third })).status).toBe(204);
  clock.advance(30);
  const again = await server.client().post(`${auth}/sign-in`, { email, password: third, code: code() });
  expect(again.status).toBe(200);
  const next = withCookie(server.client, again.headers);
  expect((await next.post(`${auth}/email`, { email: "moved@example.com" })).status).toBe(204);
  const moved = await linkTo("moved@example.com", "/verify-email#");
  const verified = await server.client().post(`${auth}/email-verification/confirmation`, { token: moved });
  expect(verified.status).toBe(204);
  await server.stop();

  const values = [
    first,
    second,
    third,
    wrong,
    encodeURIComponent(third),
    secret,
    reset,
    moved,
    ...recoveryCodes,
  ];
  expect(valuesInFiles(dataDir, values)).toEqual([]);
  const said = lines.join("\n");
  expect(values.filter((value) => said.includes(value))).toEqual([]);
  // The search would find what is there.
  expect(valuesInFiles(dataDir, ["moved@example.com"])).not.toEqual([]);
  expect(said).toContain(confirmation);
  rmSync(dataDir, { recursive: true });
});
