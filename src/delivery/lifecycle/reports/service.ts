import { workerOf } from "../../../access/limits/work.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import { AppError, embeddedProblem } from "../../../infra/errors.ts";
import type { Caller, CarrierPrincipal, DriverPrincipal } from "../../../infra/http/principal.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { applySound, type Verdict } from "./applying.ts";
import { isPosition, payForReports } from "./paying.ts";
import type { ReportResultsView, ReportResultView, WireReport } from "./schema.ts";
import { fromCarrier, idOf, type Sending, type SoundReport, validateReport } from "./validating.ts";

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
  return receive<WireReport>(deps, sender, fromCarrier, values, (writing, sound) => {
    const verdicts = applySound(writing, { by: "carrier", carrierId, partIn: () => "present" }, sound);
    const applied = [...verdicts].filter(([, verdict]) => verdict === "applied");
    onApplied(
      writing,
      applied.map(([{ report }]) => report),
    );
    return verdicts;
  });
}

/** Judges each report alone and applies those that fit their schema. `apply` says what became of them. */
export function receive<Report extends { at: string }>(
  deps: DeliveryDeps,
  sender: Caller | CarrierPrincipal | DriverPrincipal,
  sending: Sending,
  values: readonly unknown[],
  apply: (
    writing: DeliveryWriting,
    sound: SoundReport<Report>[],
  ) => ReadonlyMap<SoundReport<Report>, Verdict>,
): Promise<ReportResultsView> {
  const { environment, origin } = sender;
  const isTheirs = sender.kind === "carrier" || sender.kind === "driver";
  const unpaid = isTheirs ? payForReports(deps, workerOf(sender), values) : undefined;
  const judged = values.map((value, index) =>
    unpaid && isPosition(value) ? unpaid : validateReport<Report>(sending, value, index),
  );
  const sound = judged.filter((one): one is SoundReport<Report> => !(one instanceof AppError));
  return write(deps, environment, (writing: DeliveryWriting) => {
    const verdicts = apply(writing, sound);
    const verdictOf = (one: SoundReport<Report> | AppError) =>
      one instanceof AppError ? one : (verdicts.get(one) ?? "late");
    const results = judged.map((one, index) =>
      toResult(deps, origin?.requestId ?? "", idOf(values[index]), verdictOf(one)),
    );
    return { results };
  });
}

/** One result as the sender gets it. */
export function toResult(
  deps: Deps,
  requestId: string,
  id: string | null,
  verdict: Verdict,
): ReportResultView {
  if (typeof verdict === "string") return { id, result: verdict, problem: null };
  if (!(verdict instanceof AppError))
    return { id, result: "applied", problem: null, verdict: verdict.verdict };
  const problem = embeddedProblem(verdict, { publicUrl: deps.publicUrl(), requestId });
  return { id, result: "refused", problem };
}
