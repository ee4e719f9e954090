import { Elysia } from "elysia";
import { mergePatch } from "../../../infra/http/body.ts";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import type { Side } from "../../carriers/service.ts";
import type { Surface } from "../../carriers/surface-routes.ts";
import { checkCarrier } from "./check.ts";
import { getCarrier, listCarriers, listKinds } from "./reading.ts";
import {
  CarrierCheck,
  CarrierDetails,
  CarrierKinds,
  CarrierPage,
  CarrierWithSecret,
  CreateCarrier,
  CreateOperatorCarrier,
  OperatorCarrier,
  OperatorCarrierPage,
  OperatorCarrierWithSecret,
  PatchCarrier,
  PatchOperatorCarrier,
} from "./schema.ts";
import { createCarrier, deleteCarrier, patchCarrier } from "./service.ts";

const ofAccount = {
  details: CarrierDetails,
  withSecret: CarrierWithSecret,
  page: CarrierPage,
  create: CreateCarrier,
  patch: PatchCarrier,
  listed:
    "Newest first: your own carriers, and the installation's that you may use. Of those, `settings` and `health` are null, and you cannot change them.",
};
const ofInstallation = {
  details: OperatorCarrier,
  withSecret: OperatorCarrierWithSecret,
  page: OperatorCarrierPage,
  create: CreateOperatorCarrier,
  patch: PatchOperatorCarrier,
  listed:
    "The installation's carriers, newest first, and the built-in ones. Accounts' own carriers are not listed.",
};

/** For the compiler, both sides take what the operator may send and answer what an account sees. */
type Ours = Omit<typeof ofAccount, "create" | "patch"> & Pick<typeof ofInstallation, "create" | "patch">;

const ours = { account: ofAccount, installation: ofInstallation } as unknown as Record<Side, Ours>;

/** Carriers as an account manages its own, and as the operator manages the installation's. */
export const carrierRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, write, problems, named, shapes } = surface;
  const { details, withSecret, page, create, patch, listed } = ours[side];
  return new Elysia({ prefix: surface.prefix })
    .use(surface.withCaller)
    .get("/carrier-kinds", ({ caller }) => listKinds(deps, caller), {
      query: shapes.parameters,
      response: { 200: CarrierKinds },
      detail: operation(read, {
        operationId: named("getCarrierKinds"),
        tags,
        summary: "List kinds of carriers",
        description:
          "The kinds that can be set up in the environment, with the schema of their settings. The kind `easypost` is not yet tested with EasyPost's real service.",
        problems,
      }),
    })
    .get(
      "/carriers",
      ({ query, caller, request, set }) =>
        linkNext(listCarriers(deps, caller, side, query), request, set.headers),
      {
        query: shapes.list({}),
        response: { 200: page },
        detail: operation(read, {
          operationId: named("listCarriers"),
          tags,
          summary: "List carriers",
          description: listed,
          problems,
        }),
      },
    )
    .post("/carriers", ({ body, caller }) => createCarrier(deps, caller, side, body), {
      body: create,
      query: shapes.parameters,
      response: { 201: withSecret },
      detail: operation(write, {
        operationId: named("createCarrier"),
        tags,
        summary: "Set up a carrier",
        description:
          "Waybill asks the carrier from the next shipment on. It generates a `signing_secret` that you leave out, and shows it once.",
        problems: [
          ...problems,
          "destination_not_allowed",
          "production_credentials",
          "carrier_code_taken",
          "secret_key_missing",
          "limit_reached",
        ],
        answer: { location: `${surface.prefix}/carriers/{id}`, etag: true, secret: true },
      }),
    })
    .get("/carriers/:id", ({ params: { id }, caller }) => getCarrier(deps, caller, side, id), {
      query: shapes.parameters,
      response: { 200: details },
      detail: operation(read, {
        operationId: named("getCarrier"),
        tags,
        summary: "Read a carrier",
        description: "With its health of the last 24 hours. Secrets are never shown again.",
        problems,
      }),
    })
    .patch(
      "/carriers/:id",
      ({ params: { id }, body, caller, request }) =>
        patchCarrier(deps, caller, side, id, body, matcherOf(request)),
      {
        body: patch,
        query: shapes.parameters,
        response: { 200: withSecret },
        detail: operation(write, {
          operationId: named("patchCarrier"),
          tags,
          body: mergePatch,
          summary: "Change or pause a carrier",
          description:
            "A change of an address must bring the secrets again. Null makes a new `signing_secret`.",
          problems: [
            ...problems,
            "destination_not_allowed",
            "production_credentials",
            "carrier_code_taken",
            "secret_required",
            "secret_key_missing",
            "precondition_failed",
          ],
          answer: { etag: true, secret: true },
        }),
      },
    )
    .delete("/carriers/:id", ({ params: { id }, caller }) => deleteCarrier(deps, caller, side, id), {
      query: shapes.parameters,
      detail: operation(write, {
        operationId: named("deleteCarrier"),
        tags,
        summary: "Delete a carrier",
        description: "Withdraws its open quotes and revokes its tokens. Ended assignments keep its name.",
        problems: [...problems, "carrier_in_use"],
        answer: { empty: { 204: "The carrier is deleted." } },
      }),
    })
    .post("/carriers/:id/check", ({ params: { id }, caller }) => checkCarrier(deps, caller, side, id), {
      query: shapes.parameters,
      response: { 200: CarrierCheck },
      detail: operation(write, {
        operationId: named("checkCarrier"),
        tags,
        summary: "Check a carrier now",
        description:
          "Asks the carrier whether it can be used. Nothing is booked. A paused carrier can be checked too.",
        problems,
        isSlow: true,
      }),
    });
};
