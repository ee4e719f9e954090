import { workerOf } from "../../../access/limits/work.ts";
import { admitByToken } from "../../../api/request-token.ts";
import { write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { BodyRule } from "../../../infra/http/body.ts";
import { parseJson } from "../../../infra/http/json.ts";
import { credentialOf } from "../../../infra/http/principal.ts";
import { errorsOf, fits } from "../../../infra/http/validation.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { payForReports } from "../../lifecycle/reports/paying.ts";
import type { ReportResultView } from "../../lifecycle/reports/schema.ts";
import { toResult } from "../../lifecycle/reports/service.ts";
import { requireSelf } from "../drivers/reading.ts";
import { savePositions } from "../positions/service.ts";
import { positionOfParameters, positionOfReport, type TrackerParameters } from "./tracker.ts";
import { type TrackerQuery, TrackerReport } from "./tracker-schema.ts";

/** Takes positions from apps that know nothing of Waybill: the Traccar Client and OsmAnd. */

const formType = "application/x-www-form-urlencoded";

export const trackerBody: Partial<BodyRule> = {
  aliases: [formType],
  bytesMax: 16 * 1024,
  parse: (bytes, contentType) =>
    contentType.toLowerCase().startsWith(formType)
      ? new URLSearchParams(Buffer.from(bytes).toString())
      : // Routes get null where there is no body.
        (parseJson(bytes) ?? {}),
};

/**
 * Saves one position of the driver whose token the request has. An app sends what is refused again and again, and
 * nothing after it: so a position that cannot be used is answered like every other, and the result says why.
 * @throws AppError as `admitByToken`, and `query_invalid` or `validation_failed` for what is no position at all
 */
export function receiveSighting(
  deps: DeliveryDeps,
  request: Request,
  query: TrackerQuery,
  body: unknown,
): Promise<ReportResultView> {
  const parameters: TrackerParameters = {
    ...query,
    ...(body instanceof URLSearchParams && Object.fromEntries(body)),
  };
  const report = body === null || body instanceof URLSearchParams ? null : body;
  const driver = admitByToken(deps, request, deviceOf(report) ?? parameters.id ?? parameters.deviceid);
  const position =
    report === null
      ? positionOfParameters(parameters, deps.clock.now())
      : positionOfReport(requireReport(report));
  payForReports(deps, workerOf(driver), [{ type: "position" }]);
  return write(deps, driver.environment, (writing) => {
    requireSelf(writing.tx, driver);
    const timed = driver.usesServerTime ? { ...position, recordedAt: writing.now } : position;
    const [result = "duplicate"] = savePositions(writing, driver, [timed], credentialOf(driver));
    return toResult(deps, driver.origin.requestId, position.reportId, result);
  });
}

/** The device's identifier in the app, where the token stands, whatever else is wrong with the body. */
function deviceOf(report: unknown): string | undefined {
  const { device_id: id } = (report ?? {}) as { device_id?: unknown };
  return fits(TrackerReport.properties.device_id, id) ? id : undefined;
}

function requireReport(report: unknown): TrackerReport {
  if (fits(TrackerReport, report)) return report;
  throw new AppError("validation_failed", { errors: errorsOf(TrackerReport, report, "pointer") });
}
