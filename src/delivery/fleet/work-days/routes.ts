import { Elysia } from "elysia";
import { csvType, streamRows, wantsCsv } from "../../../api/csv.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import type { Surface } from "../../carriers/surface-routes.ts";
import { DriverDays, DriverDaysPage, daySpan } from "./schema.ts";
import { csvOfDays, getDriverDays, listDriverDays } from "./service.ts";

const note =
  "Days are those of the fleet's time zone. Waybill keeps times on duty and ways for two years, and deletes them with the driver.";
const csvNote = "With `Accept: text/csv`, the response has a line for each day.";

/** What the drivers of a fleet did, day by day. */
export const workDayRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, problems, named, shapes } = surface;
  const answer = { mediaTypes: { [csvType]: null }, file: true } as const;
  return new Elysia({ prefix: surface.prefix })
    .use(surface.withCaller)
    .get(
      "/drivers/:id/days",
      ({ params: { id }, query, caller, request, set }) => {
        set.headers.vary = `Accept, ${set.headers.vary}`;
        if (!wantsCsv(request)) return getDriverDays(deps, caller, side, id, query);
        return streamRows(deps, request, caller, csvOfDays(deps, caller, side, { driverId: id }, query));
      },
      {
        query: shapes.query(daySpan),
        response: { 200: DriverDays },
        detail: operation(read, {
          operationId: named("getDriverDays"),
          tags,
          summary: "Read a driver's days",
          description: `Hours on duty, deliveries and kilometers of at most 31 days. ${note}\n\n${csvNote}`,
          problems: [...problems, "limit_reached"],
          answer,
        }),
      },
    )
    .get(
      "/carriers/:id/driver-days",
      ({ params: { id }, query, caller, request, set }) => {
        set.headers.vary = `Accept, ${set.headers.vary}`;
        if (!wantsCsv(request)) {
          const page = listDriverDays(deps, caller, side, id, query);
          return linked(page, request, set.headers);
        }
        return streamRows(deps, request, caller, csvOfDays(deps, caller, side, { carrierId: id }, query));
      },
      {
        query: shapes.list(daySpan),
        response: { 200: DriverDaysPage },
        detail: operation(read, {
          operationId: named("getDriverDaysOfFleet"),
          tags,
          summary: "Read the days of a fleet's drivers",
          description: `As for a single driver, in the order of their ids. ${note}\n\n${csvNote} It has all drivers of the fleet; \`limit\` does not apply.`,
          problems: [...problems, "limit_reached"],
          answer,
        }),
      },
    );
};

async function linked(
  reading: Promise<DriverDaysPage>,
  request: Request,
  headers: Record<string, string | number>,
): Promise<DriverDaysPage> {
  return linkNext(await reading, request, headers);
}
