import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";

/** 64 KiB of headers and 16 KiB of body need less, even in chunks of one byte. */
const inflowMaxBytes = 256 * 1024;
const interimAnswersMax = 8;
/** A socket hands over up to 512 KiB at once. The parser would take 30 000 interim answers out of that. */
const sliceBytes = 4 * 1024;

/** What a receiver did instead of answering, by the code of the error, with the sentence for the endpoint's owner. */
export const inflowProblems: Readonly<Record<string, string>> = {
  WAYBILL_INTERIM: `The receiver sent more than ${interimAnswersMax} interim answers (1xx) before its answer.`,
  WAYBILL_INFLOW: `The receiver sent more than ${inflowMaxBytes / 1024} KiB, and its answer was not complete.`,
  WAYBILL_UPGRADE: "The receiver switched to another protocol (101), which Waybill did not ask for.",
};

/** An error that `inflowProblems` explains. */
export function inflowError(code: "WAYBILL_INTERIM" | "WAYBILL_INFLOW" | "WAYBILL_UPGRADE"): Error {
  return Object.assign(new Error(inflowProblems[code]), { code });
}

/** How many more bytes each connection may bring. What comes after an answer counts too, until the next request. */
const left = new WeakMap<Socket, number>();

/**
 * Destroys the request, with an `inflowError`, when its receiver sends more bytes or more interim answers than any
 * answer needs. Nobody else counts them: chunk sizes, chunk extensions, trailers and 1xx (RFC 9110 §15.2) have no
 * end of their own.
 */
export function boundInflow(request: ClientRequest): void {
  let interimAnswers = 0;
  request.on("information", () => {
    interimAnswers += 1;
    if (interimAnswers > interimAnswersMax && !request.destroyed) {
      request.destroy(inflowError("WAYBILL_INTERIM"));
    }
  });
  request.on("socket", (socket) => {
    if (!left.has(socket)) countInSlices(socket);
    left.set(socket, inflowMaxBytes);
  });
}

/**
 * Hands data to the parser in small slices, so that it stops soon after the connection is destroyed. Listeners come
 * and go with each request of a connection; `emit` is what stays.
 */
function countInSlices(socket: Socket): void {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean;
  const emitSlices = (data: Buffer): boolean => {
    for (let start = 0; start < data.byteLength && !socket.destroyed; start += sliceBytes) {
      const slice = data.subarray(start, start + sliceBytes);
      const rest = (left.get(socket) ?? 0) - slice.byteLength;
      left.set(socket, rest);
      if (rest < 0) socket.destroy(inflowError("WAYBILL_INFLOW"));
      else emit("data", slice);
    }
    return true;
  };
  socket.emit = (event: string | symbol, ...values: unknown[]) =>
    event === "data" && values[0] instanceof Buffer ? emitSlices(values[0]) : emit(event, ...values);
}
