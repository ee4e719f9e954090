import { expect, test } from "bun:test";
import { createThrottle } from "../../../../src/access/accounts/proof/throttle.ts";

test("a success forgives earlier failures, not open attempts", () => {
  const throttle = createThrottle();
  const attempt = { owner: "usr_1" };
  const begin = () => throttle.begin(attempt, 0);
  for (let failures = 0; failures < 4; failures += 1) begin()("wrong", 0);
  const [right, wrong] = [begin(), begin()];
  right("right", 0);
  wrong("wrong", 0);
  for (let failures = 1; failures < 5; failures += 1) {
    expect(throttle.waitMs(attempt, 0)).toBe(0);
    begin()("wrong", 0);
  }
  expect(throttle.waitMs(attempt, 0)).toBe(1_000);
});
