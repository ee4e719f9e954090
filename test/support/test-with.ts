import { describe, test } from "bun:test";
import { isLeftOut, markOf, type RequirementName } from "./requirements.ts";

/** `test` for tests with a requirement that not every machine meets. If it is missing, the report says so. */
export function testWith(
  need: RequirementName,
  name: string,
  run: () => void | Promise<void>,
  timeoutMs?: number,
): void {
  if (isLeftOut(need)) test.skip(`${name} ${markOf(need)}`, run);
  else test(name, run, timeoutMs);
}

/** `describe` for such tests. */
export function describeWith(need: RequirementName, name: string, declare: () => void): void {
  if (isLeftOut(need)) describe.skip(`${name} ${markOf(need)}`, declare);
  else describe(name, declare);
}
