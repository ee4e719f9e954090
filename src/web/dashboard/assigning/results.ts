import type { AssignedDrivers } from "@/delivery/fleet/dispatch/matching/schema.ts";
import type { Result } from "../components/bulk/results.tsx";
import { type Job, jobsText } from "./job.ts";

/** What became of many jobs that were given away, in words. */

type Answer = AssignedDrivers["results"][number];

interface To {
  id: string | null;
  name: string;
}

/** `12 jobs assigned to Kim Berger.`; of the nearest, who got how many. */
export function doneText(answer: readonly Answer[], { id, name }: To): string {
  if (id === null) return `${jobsText(answer.length)} taken back.`;
  if (id !== "nearest") return `${jobsText(answer.length)} assigned to ${name}.`;
  const counts = Map.groupBy(answer, ({ assignment }) => assignment?.driver?.name ?? "a driver");
  const each = [...counts].map(([driver, got]) => `${got.length} to ${driver}`);
  // Short names end with a full stop.
  return `${jobsText(answer.length)} assigned: ${each.join(", ")}`;
}

/** A row for each job, those that were refused first: they are what is left to do. */
export function resultsOf(jobs: readonly Job[], answer: readonly Answer[], to: To): Result[] {
  const names = new Map(jobs.map(({ assignmentId, name }) => [assignmentId, name]));
  return answer
    .map(({ assignment_id: id, result, assignment, problem }): Result => {
      const named = { id, name: names.get(id) ?? id };
      if (result === "assigned")
        return { ...named, tone: "good", word: "Assigned", detail: assignment?.driver?.name ?? to.name };
      if (result === "unassigned") return { ...named, tone: "good", word: "Taken back", detail: "" };
      return { ...named, tone: "bad", word: "Refused", detail: refusalText(problem) };
    })
    .sort((one, other) => Number(one.tone === "good") - Number(other.tone === "good"));
}

/** A job of another fleet is as good as none for the API. */
function refusalText(problem: Answer["problem"]): string {
  if (problem?.code === "not_found") return "Another fleet has it, or nobody any more.";
  return problem?.detail ?? problem?.title ?? "";
}
