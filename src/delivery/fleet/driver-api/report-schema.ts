import { type Static, type TObject, Type } from "@sinclair/typebox";
import { JudgedLater, Named, Nullable, Timestamp } from "../../../infra/http/schema.ts";
import { type ReportType, reportSchemas, reportsMax } from "../../lifecycle/reports/schema.ts";

/** What a driver's phone reports, and what trackers send. Contract for live deliveries, §3. */

const { driver: _driver, ...progress } = reportSchemas.progress.properties;
const { assignment_id, ...position } = reportSchemas.position.properties;

/** A driver reports what happens on the way. Only the fleet gives jobs back, and only it names drivers. */
export const driverReportSchemas = {
  progress: Named("DriverProgressReport", progress),
  position: Named("DriverPositionReport", {
    ...position,
    assignment_id: Type.Optional(
      Nullable(assignment_id, {
        description: "Not needed: a driver's position counts for each of the driver's jobs.",
      }),
    ),
  }),
  signal_lost: reportSchemas.signal_lost,
  estimate: reportSchemas.estimate,
  scan: reportSchemas.scan,
  attempt_failed: reportSchemas.attempt_failed,
  delivered: reportSchemas.delivered,
  undeliverable: reportSchemas.undeliverable,
  returned: reportSchemas.returned,
} as const satisfies Partial<Record<ReportType, TObject>>;

export type PositionReport = Static<typeof driverReportSchemas.position>;
export type DriverReport = {
  [Type in keyof typeof driverReportSchemas]: Static<(typeof driverReportSchemas)[Type]>;
}[keyof typeof driverReportSchemas];

export const DriverReports = Named(
  "DriverReports",
  {
    sent_at: {
      ...Timestamp,
      description:
        "What time the phone has now. If that is more than 10 seconds ahead of Waybill's clock or 30 seconds behind it, " +
        "Waybill shifts every `at` of the request by the difference.",
    },
    reports: Type.Array(
      JudgedLater(Type.Union(Object.values(driverReportSchemas), { title: "DriverReport" })),
      {
        minItems: 1,
        maxItems: reportsMax,
        description: "Waybill judges each report on its own, and answers in the same order.",
      },
    ),
  },
  {
    examples: [
      {
        sent_at: "2026-01-31T09:46:02.000Z",
        reports: [
          {
            id: "p-1",
            at: "2026-01-31T09:46:00.000Z",
            type: "position",
            latitude: 52.5145,
            longitude: 13.4101,
          },
          {
            id: "r-1",
            assignment_id: "asg_01m7x5rdwme1ct34p92xd7wpnk",
            at: "2026-01-31T09:46:01.000Z",
            type: "progress",
            substatus: "picked_up",
          },
        ],
      },
    ],
  },
);
export type DriverReports = Static<typeof DriverReports>;
