import { Elysia } from "elysia";
import { platform } from "../../access/platform.ts";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { Query } from "../../infra/http/schema.ts";
import { ProofFileSchema } from "./schema.ts";
import { getProofFile } from "./service.ts";

export const proofFileRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments/:id/proof.json" })
    .use(withCaller)
    .get("", ({ params: { id }, caller }) => getProofFile(deps, caller, id), {
      query: Query({}),
      response: { 200: ProofFileSchema },
      detail: operation(platform("tracking:read"), {
        operationId: "getProofFile",
        tags: ["Tracking"],
        summary: "Fetch the proof as a file",
        description:
          "History and proof of delivery with pictures, salts and hashes. `waybill proof verify` checks the file offline against the `proof_head` of `shipment.delivered`, and names what was changed.",
        isSlow: true,
      }),
    });
