/**
 * The thread that waits for the disk, so that the main thread never does. Each store has one. It handles one request
 * at a time, in order.
 */
import { closeSync, fdatasyncSync, openSync } from "node:fs";
import { type Connection, emptyLog, openConnection, startLog } from "./connection.ts";
import type { SyncReply, SyncRequest } from "./sync-thread.ts";

declare const self: Worker;

let connection: Connection;
let log: number;

/** Opens the log once: the kernel reports a write-back error once to each open descriptor. */
function open({ path, nativeBinding, durable }: Extract<SyncRequest, { kind: "open" }>) {
  connection = openConnection(path, nativeBinding, durable);
  // Only a connection that has read the header increases its change counter, which `lost-log.ts` needs.
  startLog(connection);
  log = openSync(`${path}-wal`, "r+");
}

function close() {
  connection.close();
  closeSync(log);
  self.onmessage = null;
}

function handle(request: SyncRequest): boolean {
  switch (request.kind) {
    case "open":
      open(request);
      return true;
    case "sync":
      fdatasyncSync(log);
      return true;
    case "checkpoint":
      return emptyLog(connection);
    case "close":
      close();
      return true;
  }
}

function reply(to: SyncRequest): SyncReply {
  try {
    return { done: handle(to) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<SyncRequest>) => self.postMessage(reply(data));
