import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { waitForTurn } from "../../../api/export-lock.ts";
import { streamTexts } from "../../../api/text-stream.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { ProofFileSchema } from "./schema.ts";
import { writeProofFile } from "./service.ts";

export const proofFileRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments/:id/proof.json" }).use(withCaller).get(
    "",
    async ({ params: { id }, caller, request }) => {
      const texts = writeProofFile(deps, caller, id);
      const end = await waitForTurn(deps, request, caller.accountId);
      return streamTexts(deps, request, texts, end, { "content-type": "application/json" });
    },
    {
      query: Query({}),
      response: { 200: ProofFileSchema },
      detail: operation(platform("tracking:read"), {
        operationId: "getProofFile",
        tags: ["Tracking"],
        summary: "Fetch the proof as a file",
        description:
          "History and proof of delivery with pictures, salts and hashes. `waybill proof verify` checks the file offline against the `proof_head` of `shipment.delivered`, and names what was changed. " +
          "Waybill streams it. An account gets one such file after the other: at most 50 requests wait for their turn, for up to a minute.",
        problems: ["limit_reached"],
        isSlow: true,
      }),
    },
  );
