import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { obtain } from "../../../../src/app/front/acme/authority.ts";
import { openMemory } from "../../../../src/app/front/acme/memory.ts";
import { createVault } from "../../../../src/infra/secrets/vault.ts";
import { dayMs } from "../../../../src/infra/units.ts";
import { certificate, certificateKey } from "../../../support/certificate.ts";
import { freePort } from "../../../support/free-port.ts";

/** What Waybill says of an authority that gives no certificate. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-authority-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function ask(directory: string): Promise<Error & { afterMs?: number }> {
  const vault = createVault(null, (count) => new Uint8Array(count));
  const ordering = {
    name: "a.example",
    memory: openMemory(folder, vault, "a.example", directory),
    challenges: new Map(),
    now: Date.now,
    onTerms() {},
  };
  const answer = obtain({ directory, email: null, ca: certificate }, ordering);
  return answer.then(
    () => Promise.reject(new Error("it gave one")),
    (error) => error,
  );
}

test("without a response: why there is none", async () => {
  const { message } = await ask(`https://127.0.0.1:${freePort()}/dir`);
  expect(message).toStartWith("the authority gave no response: ");
  expect(message).toContain("ECONNREFUSED");
});

test.each([
  ["5", 5_000],
  // A timer that is asked for more than 24 days fires at once.
  ["99999999", dayMs],
  ["Wed, 21 Oct 2026 07:28:00 GMT", 0],
])("busy, with Retry-After %s: it waits, a day at most", async (retryAfter, afterMs) => {
  const busy = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert: certificate, key: certificateKey },
    fetch: () =>
      Response.json({ detail: "too many" }, { status: 429, headers: { "retry-after": retryAfter } }),
  });
  const error = await ask(`https://127.0.0.1:${busy.port}/dir`);
  expect([error.message, error.afterMs]).toEqual(["too many", afterMs]);
  await busy.stop(true);
});
