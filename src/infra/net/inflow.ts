import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";

const interimAnswersMax = 8;
/** A socket delivers up to 512 KiB at once, which can hold 30 000 interim answers. */
const sliceBytes = 4 * 1024;

const misbehaved = "WAYBILL_MISBEHAVED";

/** An error of a server that did not answer as HTTP demands. The message lacks its subject, the server. */
export function misbehavior(predicate: string): Error {
  return Object.assign(new Error(predicate), { code: misbehaved });
}

export function isMisbehavior(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === misbehaved;
}

/**
 * How many bytes each connection may receive, and how many are left. Bytes after an answer count too, until the next
 * request.
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
 * Hands data to the parser in small slices, so that it stops soon after the connection is destroyed. Each request of a
 * connection has listeners of its own, so the slicing is in `emit`.
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

/** Counts received bytes, and destroys the connection if there are too many. @returns whether it may go on */
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
