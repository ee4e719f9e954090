import { describe, test } from "bun:test";
import { isLeftOut, markOf, type RequirementName } from "./requirements.ts";

/** `test` for what needs something that not every machine has; without it the report says what was missing. */
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
