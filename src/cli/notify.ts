import { dlopen } from "bun:ffi";
import type { Supervision } from "../app/config/variables.ts";

/** Bun cannot send datagrams on Unix sockets, so the C library does. */
const libraries = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];
const functions = {
  socket: { args: ["i32", "i32", "i32"], returns: "i32" },
  sendto: { args: ["i32", "buffer", "u64", "i32", "buffer", "u32"], returns: "i64" },
  close: { args: ["i32"], returns: "i32" },
} as const;
/** The numbers of Linux. */
const unixFamily = 1;
const datagramClosedOnExec = 2 | 0o2000000;

interface Supervisor {
  /** The server answers requests now. */
  notifyReady(): void;
  /** The server is stopping on request. */
  notifyStopping(): void;
}

/**
 * Notifies systemd of the state of the process, see sd_notify(3). Does nothing without a socket. The event loop feeds
 * the watchdog, so a hung loop stops feeding it.
 */
export function createSupervisor({ socket, watchdogMs }: Supervision): Supervisor {
  if (socket === undefined) return { notifyReady() {}, notifyStopping() {} };
  const { symbols } = openLibrary();
  const address = socketAddress(socket);
  const tell = (state: string) => {
    const message = Buffer.from(state);
    const descriptor = symbols.socket(unixFamily, datagramClosedOnExec, 0);
    const sent = symbols.sendto(descriptor, message, message.length, 0, address, address.length);
    symbols.close(descriptor);
    if (Number(sent) < 0) console.error(`waybill: cannot send "${state}" to ${socket} (NOTIFY_SOCKET)`);
  };
  return {
    notifyReady() {
      tell("READY=1");
      // sd_watchdog_enabled(3) recommends twice per interval.
      if (watchdogMs !== undefined) setInterval(tell, watchdogMs / 2, "WATCHDOG=1").unref();
    },
    notifyStopping: () => tell("STOPPING=1"),
  };
}

function openLibrary() {
  for (const name of libraries) {
    try {
      return dlopen(name, functions);
    } catch {
      // Try the next one.
    }
  }
  throw new Error(`NOTIFY_SOCKET is set, but no C library was found (tried ${libraries.join(", ")})`);
}

/** `sockaddr_un` of unix(7). A name that begins with @ is an abstract socket. */
function socketAddress(path: string): Buffer {
  const family = Buffer.from(Uint16Array.of(unixFamily).buffer);
  return Buffer.concat([family, Buffer.from(path.replace(/^@/, "\0"))]);
}
