import { Elysia } from "elysia";
import { operation } from "@/infra/http/operation.ts";
import { linkNext } from "@/infra/http/pagination.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Surface } from "../../../carriers/surface-routes.ts";
import { NoticePage, NoticeSchema, noticeFilters, WriteNote } from "./schema.ts";
import { listNotices, writeNote } from "./service.ts";

/** What drivers are told: of an account's fleets, and of the installation's. */
export const noticeRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, dispatch, problems, named, shapes } = surface;
  return new Elysia({ prefix: surface.prefix })
    .use(surface.withCaller)
    .get(
      "/driver-notices",
      ({ query, caller, request, set }) =>
        linkNext(listNotices(deps, caller, side, query), request, set.headers),
      {
        query: shapes.list(noticeFilters),
        response: { 200: NoticePage },
        detail: operation(read, {
          operationId: named("listDriverNotices"),
          tags,
          summary: "List what drivers were told",
          description: `Jobs, changes, recalls, cancellations and notes of the last 30 days, newest first: when each reached the driver's phone, and when the driver tapped that they have seen it.${side === "account" ? "" : " Without names and addresses."}`,
          problems,
        }),
      },
    )
    .post(
      "/drivers/:id/notes",
      ({ params: { id }, body, caller }) => writeNote(deps, caller, side, id, body),
      {
        body: WriteNote,
        query: shapes.parameters,
        response: { 201: NoticeSchema },
        detail: operation(dispatch, {
          operationId: named("writeDriverNote"),
          tags,
          summary: "Write to a driver",
          description:
            "The driver's phone shows your words until the driver has seen them. Waybill keeps them for 30 days.",
          problems,
          hidesBodies: true,
        }),
      },
    );
};
