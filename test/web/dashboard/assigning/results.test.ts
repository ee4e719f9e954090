import { expect, test } from "bun:test";
import type { AssignedDrivers } from "../../../../src/delivery/fleet/dispatch/matching/schema.ts";
import type { Job } from "../../../../src/web/dashboard/assigning/job.ts";
import { doneText, resultsOf } from "../../../../src/web/dashboard/assigning/results.ts";

/** What became of many jobs, in words. */

type Answer = AssignedDrivers["results"][number];

const job = (number: number) => ({ assignmentId: `asg_${number}`, name: `ORD-${number}` }) as Job;
const assigned = (number: number, name: string) =>
  ({
    assignment_id: `asg_${number}`,
    result: "assigned",
    assignment: { driver: { name } },
    problem: null,
  }) as Answer;
const refused = (number: number, code: string, detail?: string) =>
  ({
    assignment_id: `asg_${number}`,
    result: "refused",
    assignment: null,
    problem: { code, title: "Refused", detail },
  }) as Answer;
const kim = { id: "drv_1", name: "Kim Berger" };

test("one sentence says who got how many", () => {
  expect(doneText([assigned(1, "Kim B.")], kim)).toBe("1 job assigned to Kim Berger.");
  expect(
    doneText(
      [1, 2].map((number) => assigned(number, "Kim B.")),
      kim,
    ),
  ).toBe("2 jobs assigned to Kim Berger.");
  const nearest = [assigned(1, "Kim B."), assigned(2, "Sam O."), assigned(3, "Kim B.")];
  expect(doneText(nearest, { id: "nearest", name: "the nearest driver" })).toBe(
    "3 jobs assigned: 2 to Kim B., 1 to Sam O.",
  );
  expect(doneText(nearest, { id: null, name: "nobody" })).toBe("3 jobs taken back.");
});

test("what was refused comes first, with its reason and never with an id", () => {
  const answer = [
    assigned(1, "Kim B."),
    refused(2, "not_found"),
    refused(3, "no_driver_near", "Nobody is near."),
  ];
  const results = resultsOf([job(1), job(2), job(3)], answer, kim);
  expect(results.map(({ name, word, detail }) => `${name}: ${word}. ${detail}`)).toEqual([
    "ORD-2: Refused. Another fleet has it, or nobody any more.",
    "ORD-3: Refused. Nobody is near.",
    "ORD-1: Assigned. Kim B.",
  ]);
});
