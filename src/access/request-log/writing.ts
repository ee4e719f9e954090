import type { WorkerTask } from "../../infra/db/store.ts";
import { dayMs } from "../../infra/units.ts";
import type { AccountEnvironment } from "../model.ts";
import { inBatches, type LoggedRequest } from "./batch.ts";
import { maskedBody, maskedPath, omittedBody, parsedBytesMax } from "./masking.ts";
import { type PackedRequests, type UnpackedRequest, unpack } from "./packing.ts";
import { withholdRedacted } from "./redacting.ts";
import { redactionStore } from "./redaction-store.ts";
import { requestStore } from "./store.ts";

/** What the thread that writes telemetry does for the request log. */

/**
 * Each cleanup trims the log to this size, whatever its age, because it must not fill the disk that deliveries need.
 * This is about as many bytes, but up to three times as many in scripts other than Latin.
 */
const logCharactersMax = 2 * 1024 ** 3;
/** Limit of an account in one environment, so that no account displaces all others. */
const ownCharactersMax = logCharactersMax / 4;
/** Batches deleted per transaction: requests are written between two of them. */
const batchesPerStep = 20;

/** Time after a redaction in which its bodies are kept out of the log: nobody reports a delivery later. */
const idsKeptMs = 365 * dayMs;
const idsPerStep = 1_000;

/** Masks requests and writes them, all or none. */
export const logRequests: WorkerTask<PackedRequests> = {
  name: "requests.log",
  async work({ write }, packed) {
    const logged = unpack(packed).map(masked);
    await write((tx) => {
      const requests = requestStore(tx);
      for (const batch of inBatches(logged.map((request) => withholdRedacted(tx, request)))) {
        requests.insert(batch);
        requests.removeExcess(batch, ownCharactersMax);
      }
    });
  },
};

/** Deletes requests from before a time, and those beyond the maximum size, in steps. */
export const removeRequests: WorkerTask<{ before: number }> = {
  name: "requests.remove",
  async work({ db, write }, { before }) {
    const excess = requestStore(db).total() - logCharactersMax;
    const step = () =>
      write(
        (tx) =>
          requestStore(tx).removeOldest(before, excess, batchesPerStep) +
          redactionStore(tx).removeIds(before - idsKeptMs, idsPerStep),
      );
    while ((await step()) > 0);
  },
};

/** Deletes all requests of an account in an environment, from the log of the database too. */
export const forgetOwner: WorkerTask<AccountEnvironment> = {
  name: "requests.forget_owner",
  async work({ write, emptyLog }, owner) {
    while ((await write((tx) => requestStore(tx).removeOwn(owner, batchesPerStep))) > 0);
    await emptyLog();
  },
};

function masked({ accountId, environment, entry, ...request }: UnpackedRequest): LoggedRequest {
  const { bodyBytes, requestBody, responseBody } = request;
  return {
    accountId,
    environment,
    entry: { ...entry, path: maskedPath(entry.path) },
    bodies: bodyBytes && {
      request: maskedOrOmitted(requestBody, bodyBytes.request),
      response: maskedOrOmitted(responseBody, bodyBytes.response),
    },
  };
}

function maskedOrOmitted(body: Uint8Array | undefined, bytes: number): string | null {
  return bytes > parsedBytesMax ? omittedBody(bytes) : maskedBody(body);
}
