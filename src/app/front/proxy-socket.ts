import { chmodSync, lstatSync, rmSync } from "node:fs";
import { resolve, sep } from "node:path";
import { cameThroughSocket } from "../../api/client-address.ts";
import { flagName } from "../../infra/config/settings.ts";
import { SettingError } from "../config/reading.ts";
import { AddressError, type Answerer, type HttpServer, serveHttp } from "./http-server.ts";

/** The socket of a proxy on this machine, which is trusted: who may open it may say who the client is. */

/** Members of Waybill's group may call. */
const socketMode = 0o660;

/** @throws SettingError, AddressError */
export async function takeSocket(path: string, data: string, answer: Answerer): Promise<HttpServer> {
  const flag = `${flagName("httpSocket")} ${path}`;
  if (resolve(path).startsWith(resolve(data) + sep)) {
    throw new SettingError(`${flag} must be outside the data folder, which no other user may read`);
  }
  await removeLeftover(path, flag);
  try {
    const server = serveHttp({ unix: path }, (request) => {
      cameThroughSocket(request);
      return answer(request);
    });
    chmodSync(path, socketMode);
    return server;
  } catch (cause) {
    const { code } = cause as { code?: string };
    throw new SettingError(
      `cannot listen on ${flag} (${code}): its folder must exist, and this user may write to it`,
      { cause },
    );
  }
}

/** A process that was killed leaves its socket. @throws SettingError, AddressError */
async function removeLeftover(path: string, flag: string): Promise<void> {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return;
  if (!entry.isSocket()) throw new SettingError(`${flag} names a file that is there: choose another name`);
  const isTaken = await Bun.connect({ unix: path, socket: { data() {} } }).then(
    (socket) => {
      socket.end();
      return true;
    },
    () => false,
  );
  if (isTaken) throw new AddressError(`cannot listen on ${flag}: another process listens there`);
  rmSync(path, { force: true });
}
