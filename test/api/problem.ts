import { expect, test } from "bun:test";
import { errorCatalog } from "../../src/infra/error-catalog.ts";
import type { ErrorCode } from "../../src/infra/errors.ts";
import { databaseRows, settledRows } from "../support/database.ts";
import type { Answer, TestServer } from "../support/harness.ts";

/** A value that no answer may repeat: tests put it where they send something wrong. */
export const secretValue = "zq-do-not-echo-zq";

interface Refusal {
  status: number;
  code: ErrorCode;
  /** The places of `errors`, each with its word: pointers begin with #, parameters do not. */
  at?: Record<string, string>;
  /** Members beyond those of every problem. */
  members?: readonly string[];
}

const always = ["type", "title", "status", "code", "detail", "request_id"];

/** The answer is a problem document as contract §7 has it, whole, and says exactly this. */
export function expectProblem(server: TestServer, answer: Answer, refusal: Refusal): void {
  const { status, code, at, members = [] } = refusal;
  expect(`${answer.status} ${answer.body?.code} ${JSON.stringify(places(answer))}`).toBe(
    `${status} ${code} ${JSON.stringify(at ?? {})}`,
  );
  expect(errorCatalog[code].status).toBe(status as never);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  const known = [...always, ...members, ...(at ? ["errors"] : [])];
  expect(Object.keys(answer.body).sort()).toEqual(known.sort());
  expect(answer.body).toMatchObject({
    type: `${server.deps.publicUrl()}/docs/errors#${code}`,
    title: errorCatalog[code].title,
    status,
    request_id: answer.headers.get("x-request-id"),
  });
  expect(answer.body.detail).toMatch(/^[A-Z].*\.$/);
  for (const entry of answer.body.errors ?? []) expectFieldError(entry);
  expect(answer.text).not.toContain(secretValue);
  expect(answer.text).not.toMatch(/SELECT|INSERT|SQLITE|\/src\/|node_modules|Expected | at \w+ \(/);
  expect(answer.headers.get("www-authenticate")).toBe(status === 401 ? "Bearer" : null);
}

function places(answer: Answer): Record<string, string> {
  const errors: { pointer?: string; parameter?: string; code: string }[] = answer.body?.errors ?? [];
  return Object.fromEntries(errors.map((entry) => [entry.pointer ?? entry.parameter, entry.code]));
}

/** `pointer` or `parameter`, a word, and the rest of a sentence that begins with the field. */
function expectFieldError(entry: Record<string, string>): void {
  expect(Object.keys(entry).sort()).toEqual([
    "code",
    "detail",
    entry.pointer === undefined ? "parameter" : "pointer",
  ]);
  expect(entry.pointer ?? "#").toMatch(/^#(\/|$)/);
  expect(entry.code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(entry.detail).toMatch(/^[a-z].*[^.]$/s);
  expect(entry.detail).not.toMatch(/[$^]|undefined|null|\(\?/);
}

/** What a wrong request is, and what it is told. */
export interface WrongRequest extends Refusal {
  name: string;
  send: () => Promise<Answer>;
}

/** One test each: the answer is the right problem, and no row of any database is another than before. */
export function refuses(server: () => TestServer, requests: readonly WrongRequest[]): void {
  for (const { name, send, ...refusal } of requests) {
    test(name, async () => {
      const before = await settledRows(server());
      const answer = await send();
      expectProblem(server(), answer, refusal);
      expect(databaseRows(server())).toEqual(before);
    });
  }
}
