import { describe, expect, test } from "bun:test";
import { assertMayMove } from "../../../../src/delivery/lifecycle/state/refusal.ts";
import { actors, isFinal, mayMove, nextStatuses } from "../../../../src/delivery/lifecycle/state/status.ts";
import { type Status, statuses } from "../../../../src/delivery/model/model.ts";
import { AppError } from "../../../../src/infra/errors.ts";

/** Contract §3, States, written down once more: from → to → who. A simulator and a driver act for the carrier. */
const table = `
created     quoted      system
created     expired     system
created     cancelled   client carrier operator
quoted      quoted      client system
quoted      expired     system
quoted      assigned    client system
quoted      cancelled   client carrier operator
expired     created     client
expired     quoted      client system
expired     cancelled   client system
assigned    created     carrier client
assigned    quoted      carrier client
assigned    in_transit  carrier
assigned    cancelled   client carrier operator
in_transit  delivered   carrier
in_transit  returning   carrier
in_transit  failed      carrier
returning   delivered   carrier
returning   returned    carrier
returning   failed      carrier
failed      delivered   carrier
`;

const allowed = new Set<string>();
for (const line of table.trim().split("\n")) {
  const [from, to, ...who] = line.trim().split(/\s+/);
  for (const mover of who) {
    const doing = mover === "carrier" ? ["carrier", "driver", "simulator"] : [mover];
    for (const actor of doing) allowed.add(`${from} ${to} ${actor}`);
  }
}

describe("every state, every state, every actor", () => {
  for (const from of statuses) {
    test(`from ${from}`, () => {
      for (const to of statuses) {
        for (const actor of actors) {
          const move = `${from} ${to} ${actor}`;
          expect(`${move}: ${mayMove(from, to, actor)}`).toBe(`${move}: ${allowed.has(move)}`);
          expect(refusalOf(from, to, actor)?.code).toBe(
            allowed.has(move) ? undefined : "transition_not_allowed",
          );
        }
      }
    });
  }
});

function refusalOf(from: Status, to: Status, actor: (typeof actors)[number]): AppError | undefined {
  try {
    assertMayMove(from, to, actor);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return error as AppError;
  }
}

test("the four final states lead nowhere, the others somewhere", () => {
  const final = statuses.filter(isFinal);
  expect([...final].sort()).toEqual(["cancelled", "delivered", "failed", "returned"]);
  for (const status of final) expect(nextStatuses(status)).toEqual([]);
});

test("a refusal names from, to, and what this actor may do", () => {
  const refusal = refusalOf("quoted", "delivered", "client");
  expect(refusal?.options.members).toEqual({
    from: "quoted",
    to: "delivered",
    allowed: ["quoted", "assigned", "cancelled"],
  });
  expect(refusalOf("delivered", "assigned", "carrier")?.options.members).toMatchObject({ allowed: [] });
});

test("the goods reach the recipient from everywhere they can still be moved from", () => {
  const reaches = (from: Status, seen: Status[] = []): boolean =>
    from === "delivered" ||
    nextStatuses(from).some((next) => !seen.includes(next) && reaches(next, [...seen, from]));
  expect(statuses.filter((status) => reaches(status)).sort()).toEqual(
    ["assigned", "created", "delivered", "expired", "in_transit", "quoted", "returning"].sort() as Status[],
  );
});
