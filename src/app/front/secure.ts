import { standsBehind } from "../../api/client-address.ts";
import { flagName } from "../../infra/config/settings.ts";
import type { Config } from "../../infra/config.ts";
import { type HttpServer, listening } from "./http-server.ts";
import { type PlainPort, type PlainPortState, startPlainPort } from "./plain-port.ts";
import { startTlsFront, type TlsFront } from "./tls-front.ts";

/** HTTPS and what stands beside it. */
export interface Secure {
  readonly front: TlsFront;
  readonly state: PlainPortState;
  /** That of HTTPS under its public name, as its certificate has it, and that of plain HTTP. */
  readonly urls: readonly string[];
  close(): Promise<void>;
}

/** HTTPS without a certificate yet: until it has one, handshakes fail. @throws SettingError, AddressError */
export async function takeSecure(config: Config, inner: HttpServer): Promise<Secure> {
  const { host, httpsPort, httpPort } = config;
  const named = (name: "httpsPort" | "httpPort") =>
    `${flagName("host")} ${host} ${flagName(name)} ${config[name]}`;
  const front = await listening(named("httpsPort"), () =>
    startTlsFront({ host, port: httpsPort }, Number(inner.port)),
  );
  await using starting = new AsyncDisposableStack();
  starting.defer(front.close);
  standsBehind(inner, front.clientOn);
  const state: PlainPortState = {
    origin: config.publicUrl ?? "",
    waitingFor: config.domain === null ? "the certificate" : `a certificate for ${config.domain}`,
    challenges: new Map(),
  };
  const plainPort = await listening(named("httpPort"), () =>
    startPlainPort({ host: front.host, port: httpPort }, state),
  );
  starting.move();
  return {
    front,
    state,
    urls: urlsOf(config, front, plainPort),
    close: async () => void (await Promise.all([front.close(), plainPort.close()])),
  };
}

function urlsOf({ publicUrl }: Config, front: TlsFront, plainPort: PlainPort): string[] {
  const { hostname } = new URL(publicUrl ?? "https://localhost");
  return [
    new URL(`https://${hostname}:${front.port}`).origin,
    new URL(`http://${hostname}:${plainPort.port}`).origin,
  ];
}
