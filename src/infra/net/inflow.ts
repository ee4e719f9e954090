import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";

const interimAnswersMax = 8;
/** A socket hands over up to 512 KiB at once. The parser would take 30 000 interim answers out of that. */
const sliceBytes = 4 * 1024;

const misbehaved = "WAYBILL_MISBEHAVED";

/** What a server did instead of answering. The message is the sentence without its subject, the server. */
export function misbehavior(predicate: string): Error {
  return Object.assign(new Error(predicate), { code: misbehaved });
}

export function isMisbehavior(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === misbehaved;
}

/**
 * How many bytes each connection may bring, and how many of them are left. What comes after an answer counts too, until
 * the next request.
 */
const allowances = new WeakMap<Socket, { bytesMax: number; left: number }>();

/**
 * Destroys the request, with a `misbehavior`, when its server sends more than `bytesMax` or more interim answers than
 * any answer needs. Nobody else counts them: chunk sizes, chunk extensions, trailers and 1xx (RFC 9110 §15.2) have no
 * limit of their own.
 */
export function boundInflow(request: ClientRequest, bytesMax: number): void {
  let interimAnswers = 0;
  request.on("information", () => {
    interimAnswers += 1;
    if (interimAnswers > interimAnswersMax && !request.destroyed) {
      request.destroy(
        misbehavior(`sent more than ${interimAnswersMax} interim answers (1xx) before its answer.`),
      );
    }
  });
  request.on("socket", (socket) => {
    if (!allowances.has(socket)) countInSlices(socket);
    allowances.set(socket, { bytesMax, left: bytesMax });
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
      if (take(socket, slice.byteLength)) emit("data", slice);
    }
    return true;
  };
  socket.emit = (event: string | symbol, ...values: unknown[]) =>
    event === "data" && values[0] instanceof Buffer ? emitSlices(values[0]) : emit(event, ...values);
}

/** Counts bytes that a connection has brought, and destroys it where they are too many. @returns whether they are not */
function take(socket: Socket, bytes: number): boolean {
  const allowance = allowances.get(socket);
  if (allowance === undefined) return true;
  allowance.left -= bytes;
  if (allowance.left >= 0) return true;
  socket.destroy(
    misbehavior(`sent more than ${allowance.bytesMax / 1024} KiB, and its answer was not complete.`),
  );
  return false;
}
