/** @jsxImportSource preact */
import type { Problem } from "../../browser/problem.ts";
import { useForm } from "../context.ts";
import { problemText } from "../faults.ts";

/** Why something was not done; nothing without a problem. */
export function ProblemAlert({ problem }: { problem: Problem | undefined }) {
  const { texts, firm } = useForm();
  if (problem === undefined) return null;
  return (
    <p class="alert" role="alert" tabIndex={-1}>
      {problemText(problem, texts, firm)}
    </p>
  );
}
