import { type Deps, write } from "../../infra/deps.ts";
import { AppError, embeddedProblem } from "../../infra/errors.ts";
import type { Caller, CarrierPrincipal } from "../../infra/http/principal.ts";
import type { DeliveryDeps, DeliveryWriting } from "../deps.ts";
import { applySound, type Verdict } from "./applying.ts";
import { idOf, judgeReport, type SoundReport } from "./judging.ts";
import type { ReportResultsView, ReportResultView, WireReport } from "./schema.ts";

/** What follows from applied reports in their transaction, in the order of their times. */
type OnApplied = (writing: DeliveryWriting, reports: readonly WireReport[]) => void;

/**
 * Applies a carrier's reports in one transaction, in the order of their times, and answers in the order sent. A refused
 * report changes nothing and refuses no other. Reports repeat safely by their own ids.
 */
export function receiveReports(
  deps: DeliveryDeps,
  sender: Caller | CarrierPrincipal,
  carrierId: string,
  values: readonly unknown[],
  onApplied: OnApplied = () => {},
): Promise<ReportResultsView> {
  const judged = values.map(judgeReport);
  const sound = judged.filter((one): one is SoundReport => !(one instanceof AppError));
  const { requestId } = sender.origin;
  return write(deps, sender.environment, (writing: DeliveryWriting) => {
    const verdicts = applySound(writing, carrierId, sound);
    const applied = [...verdicts].filter(([, verdict]) => verdict === "applied");
    onApplied(
      writing,
      applied.map(([{ report }]) => report),
    );
    const verdictOf = (one: SoundReport | AppError) =>
      one instanceof AppError ? one : (verdicts.get(one) ?? "late");
    const results = judged.map((one, index) =>
      toResult(deps, requestId, idOf(values[index]), verdictOf(one)),
    );
    return { results };
  });
}

function toResult(deps: Deps, requestId: string, id: string | null, verdict: Verdict): ReportResultView {
  if (!(verdict instanceof AppError)) return { id, result: verdict, problem: null };
  const problem = embeddedProblem(verdict, { publicUrl: deps.publicUrl(), requestId });
  return { id, result: "refused", problem };
}
