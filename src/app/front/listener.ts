import { rmSync } from "node:fs";
import { flagName } from "../../infra/config/settings.ts";
import type { Config } from "../../infra/config.ts";
import { hasHttps, isGiven } from "../config/reading.ts";
import { type Answerer, type HttpServer, listening, reachableUrl, serveHttp } from "./http-server.ts";
import { takeSocket } from "./proxy-socket.ts";
import type { Secure } from "./secure.ts";

/** Where callers are awaited: a port, or HTTPS with a port of plain HTTP beside it, or the socket of a proxy. */

export interface Listener {
  /** One of Bun's servers; each can set the timeout of any request. */
  readonly server: HttpServer;
  /** Where it listens, `http://127.0.0.1:8080`; HTTPS under its public name. */
  readonly url: string;
  /** Everything that leads here, also what only this machine reaches. */
  readonly urls: readonly string[];
  readonly secure: Secure | undefined;
  /** Answers all requests, including those that wait. */
  open(answer: Answerer): void;
  /** Takes no further connections, and resolves when the running requests have ended. */
  drain(): Promise<void>;
  /** Ends what is left. */
  close(): Promise<void>;
}

/** Listens; requests wait until `open` is called. @throws SettingError, AddressError */
export async function takeAddress(config: Config): Promise<Listener> {
  const opened = Promise.withResolvers<Answerer>();
  let answer: Answerer = async (request) => (await opened.promise)(request);
  const fetch: Answerer = (request) => answer(request);
  await using starting = new AsyncDisposableStack();
  const servers: HttpServer[] = [];
  const keep = (server: HttpServer) => {
    starting.defer(() => server.stop(true));
    servers.push(server);
  };
  const { host, port, httpSocket } = config;
  const isSecure = hasHttps(config);
  if (httpSocket !== null) keep(await takeSocket(httpSocket, config.data, fetch));
  if (isSecure) keep(serveHttp({ hostname: "127.0.0.1", port: 0 }, fetch));
  else if (httpSocket === null || isGiven(config, "port")) {
    const flags = `${flagName("host")} ${host} ${flagName("port")} ${port}`;
    keep(await listening(flags, () => serveHttp({ hostname: host, port }, fetch)));
  }
  const server = servers.at(-1) as HttpServer;
  const secure = isSecure ? await (await import("./secure.ts")).takeSecure(config, server) : undefined;
  if (secure) starting.defer(secure.close);
  starting.move();
  const own = server.port === undefined ? [] : [reachableUrl(server.url)];
  const outer = secure?.urls ?? [];
  const [url = config.publicUrl ?? ""] = [...outer, ...own];
  return {
    server,
    url,
    urls: [...outer, ...own],
    secure,
    open(given) {
      answer = given;
      opened.resolve(given);
    },
    async drain() {
      secure?.front.stopListening();
      await Promise.all(servers.map((one) => one.stop()));
    },
    async close() {
      await Promise.all(servers.map((one) => one.stop(true)));
      await secure?.close();
      if (httpSocket !== null) rmSync(httpSocket, { force: true });
    },
  };
}
