import type { Command } from "commander";
import { hasHttps, isGiven, loadConfig } from "../app/config/reading.ts";
import { keepLoopbackDirect } from "../app/config/variables.ts";
import type { Config } from "../infra/config.ts";
import { hostInUrl } from "../infra/net/network.ts";
import { helped } from "./command.ts";
import { print } from "./terminal.ts";

const timeoutMs = 5_000;
const path = "/healthz";
/** A proxy's socket asks who the client is. */
const headers = { "x-forwarded-for": "127.0.0.1" };
const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/;
const listening = ["host", "port", "httpSocket", "domain", "tlsCert", "httpPort"] as const;

/** Where to ask: a URL, or a path on a socket. */
interface Place {
  url: URL;
  unix?: string;
}

/** For containers and supervisors: exit code 0 or 1, as Docker's HEALTHCHECK has it. */
export function addHealthcheck(program: Command): void {
  const command = program
    .command("healthcheck")
    .description("Ask a server whether it is alive. The exit code is 0 if it is, else 1.")
    .argument("[url]", "URL of the server. Default: where the environment variables let `serve` listen.");
  helped(command, ["waybill healthcheck", "waybill healthcheck https://waybill.example.com"]);
  command.action(async (given?: string) => {
    keepLoopbackDirect();
    const place =
      given === undefined ? ownPlace(loadConfig({}, {}, undefined, listening)) : namedPlace(given);
    await ask(place);
    await print("ok");
  });
}

/** @throws Error that says what is wrong */
async function ask({ url, unix }: Place): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  // No certificate is for an address of this machine alone.
  const tls = { rejectUnauthorized: !loopback.test(url.hostname) };
  const where = unix === undefined ? url.href : `${path} on ${unix}`;
  const place = unix === undefined ? {} : { unix, headers };
  const answer = await fetch(url, { signal, tls, redirect: "manual", ...place }).catch((error: unknown) => {
    throw new Error(`${where} gave no response: ${(error as Error).message}`, { cause: error });
  });
  if (answer.status !== 200) throw new Error(`${where} answered ${answer.status}`);
}

/** @throws Error */
function namedPlace(given: string): Place {
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`the URL must begin with http:// or https://; it is "${given}"`);
  }
  if (url.pathname === "/") url.pathname = path;
  return { url };
}

/** Beside HTTPS the port of plain HTTP answers, also before there is a certificate. */
function ownPlace(config: Config): Place {
  const { host, port, httpSocket, httpPort } = config;
  const isSecure = hasHttps(config);
  if (!isSecure && httpSocket !== null && !isGiven(config, "port")) {
    return { url: new URL(`http://localhost${path}`), unix: httpSocket };
  }
  const isEverywhere = ["0.0.0.0", "::"].includes(host) || (isSecure && !isGiven(config, "host"));
  const name = isEverywhere ? "127.0.0.1" : hostInUrl(host);
  return { url: new URL(`http://${name}:${isSecure ? httpPort : port}${path}`) };
}
