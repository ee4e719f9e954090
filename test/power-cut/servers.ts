/** The executable over the disk, and over media of it. */
import { join } from "node:path";
import { type Serving, serve, signUp } from "../slow/executable.ts";
import { certificate, certificateKey } from "../support/certificate.ts";
import { platform } from "../support/fixtures.ts";
import { type Account, clientOf, type Load } from "./load.ts";

/** For a server that should not need it. */
const timeoutMs = 120_000;
const common = {
  WAYBILL_LOG_LEVEL: "error",
  WAYBILL_MIN_FREE_MB: "16",
  WAYBILL_WEBHOOK_SCHEDULE: "0,1,1,1",
  WAYBILL_EXIT_WITH_PARENT: "true",
};

/** Its webhooks reach the receiver. */
export async function serveOnDisk(cwd: string, data: string): Promise<Serving> {
  const authority = join(cwd, "authority.pem");
  await Bun.write(authority, certificate);
  const env = { ...common, NODE_EXTRA_CA_CERTS: authority, WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" };
  return serve(data, { cwd, env });
}

/** Its webhooks reach nobody: what a copy tells is no fact. */
export const serveCopy = (cwd: string, data: string): Promise<Serving> =>
  serve(data, { cwd, env: common, timeoutMs });

/** The address is new, because a medium may know those of earlier times. */
export const signUpAnew = (url: string): Promise<Account> =>
  signUp(url, `tester-${crypto.randomUUID()}@example.com`);

/** An account with an endpoint for all its live events. */
export async function openAccount(url: string, endpoint: string): Promise<Account> {
  const account = await signUpAnew(url);
  const { live } = clientOf(url, account);
  const answer = await live.post(`${platform}/webhooks`, { url: endpoint, events: ["*"] });
  if (answer.status !== 201) throw new Error(`an endpoint was refused: ${answer.text}`);
  return account;
}

/** A webhook endpoint; what comes there becomes a fact of the load at that time. */
export function startReceiver(currentLoad: () => Load | undefined): { url: string } & AsyncDisposable {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert: certificate, key: certificateKey },
    fetch(request) {
      currentLoad()?.facts.delivered.add(request.headers.get("webhook-id") ?? "");
      return new Response();
    },
  });
  return { url: `https://127.0.0.1:${server.port}/`, [Symbol.asyncDispose]: () => server.stop(true) };
}
