import { describe, expect, test } from "bun:test";
import type { OperatorTierView } from "../../../../../src/operator/schema.ts";
import type { Problem } from "../../../../../src/web/browser/problem.ts";
import { numberOf } from "../../../../../src/web/dashboard/number-value.ts";
import {
  changeOf,
  creationOf,
  valuesOf,
  withFieldPaths,
} from "../../../../../src/web/dashboard/pages/operator/tier-form.ts";

/** The form of a tier: its price as people write it, and its limits beside it. */

const limits = { requests_per_second: 5, burst: 10, requests_per_day: 1_000, storage_bytes: 1_000_000 };
const tier = { name: "growth", limits, price: { amount: 2_900, currency: "EUR" } } as OperatorTierView;

describe("a tier", () => {
  test("is sent as it was shown", () => {
    expect(changeOf(valuesOf(tier))).toEqual({ name: "growth", ...limits, price: tier.price } as never);
    expect(creationOf(valuesOf(tier))).toEqual({ name: "growth", limits, price: tier.price } as never);
  });

  test("without limits or price has none, and names none that the form had offered", () => {
    const open = { ...tier, limits: null, price: null };
    expect(changeOf(valuesOf(open))).toEqual({ name: "growth", price: null });
    expect(creationOf(valuesOf(open))).toEqual({ name: "growth", limits: null, price: null });
    expect(valuesOf(open)).toMatchObject({
      hasLimits: false,
      limits: { burst: 20 },
      price: { currency: "EUR" },
    });
  });

  test("that is new begins with limits and without a price", () => {
    const { limits, price } = creationOf(valuesOf(undefined));
    expect([Object.keys(limits ?? {}).length, price]).toEqual([4, null]);
  });

  test.each<[string, string, number | string | undefined]>([
    ["29", "EUR", 2_900],
    ["29.99", "EUR", 2_999],
    ["1200", "JPY", 1_200],
    ["29.999", "EUR", 2_999.9],
    ["a lot", "EUR", "a lot"],
    ["", "EUR", undefined],
  ])("with a price of %p %s sends %p", (typed, currency, amount) => {
    const values = { ...valuesOf(tier), price: { amount: numberOf(typed), currency } };
    expect(creationOf(values).price?.amount).toBe(amount as never);
  });
});

describe("a refusal", () => {
  const problem = (...pointers: (string | undefined)[]): Problem => ({
    status: 422,
    code: "validation_failed",
    title: "",
    detail: "",
    errors: pointers.map((pointer) => ({
      ...(pointer !== undefined && { pointer }),
      code: "type",
      detail: "must be an integer",
    })),
  });
  const refuse = async (refused: unknown, typed = "29") => {
    const values = { ...valuesOf(tier), price: { amount: numberOf(typed), currency: "EUR" } };
    return withFieldPaths(values, () => Promise.reject(refused)).catch((error: unknown) => error as Problem);
  };

  test("of a limit stands at its field, and others where they are", async () => {
    const { errors = [] } = await refuse(problem("#/burst", "#/limits/burst", "#/name", undefined));
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      "#/limits/burst",
      "#/limits/burst",
      "#/name",
      undefined,
    ]);
  });

  test("of a price that is finer than its currency says that, and of any other what the API says", async () => {
    const saidOf = async (typed: string) =>
      (await refuse(problem("#/price/amount"), typed)).errors?.[0]?.detail;
    expect(await saidOf("29.999")).toBe("must have at most 2 decimals");
    expect(await saidOf("29.99")).toBe("must be an integer");
    expect(await saidOf("a lot")).toBe("must be an amount, such as 4.50");
  });

  test("that is no problem of the API is passed on, and what succeeds too", async () => {
    const fault = new TypeError("a fault of the page");
    expect((await refuse(fault)) as unknown).toBe(fault);
    expect(await withFieldPaths(valuesOf(tier), async () => "done")).toBe("done");
  });
});
