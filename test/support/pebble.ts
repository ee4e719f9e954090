import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { eventually } from "./harness.ts";

const names = ["pebble", "pebble-challtestsrv"] as const;

/**
 * Pebble, the test authority of Let's Encrypt, and the DNS server beside it: in the folder that `PEBBLE` names, on the
 * PATH, or where `go install` puts them; undefined without them.
 */
export function findPebble(): { pebble: string; dns: string } | undefined {
  const folders = [process.env.PEBBLE, process.env.PATH, join(homedir(), "go/bin")];
  for (const PATH of folders.filter((folder) => folder !== undefined)) {
    const [pebble, dns] = names.map((name) => Bun.which(name, { PATH }));
    if (pebble && dns) return { pebble, dns };
  }
  return undefined;
}

export interface PebbleOptions {
  /** Where it asks for challenges: the port of plain HTTP. */
  readonly httpPort: number;
  readonly port?: number;
  /** Of 100 nonces, how many it refuses. */
  readonly nonceRejectPercent?: number;
  /** Seconds that certificates live. */
  readonly lifeSeconds?: number;
  readonly env?: Record<string, string>;
}

export interface Pebble {
  readonly directory: string;
  /** File with the certificate that its directory has. */
  readonly caFile: string;
  readonly port: number;
  /** All that it has logged. */
  said(): string;
  /** How many orders it took; one whose nonce it refused is none. */
  orders(): number;
  stop(): Promise<void>;
}

/** The folder gets its configuration and a certificate for its directory. */
export async function startPebble(folder: string, options: PebbleOptions): Promise<Pebble> {
  const programs = findPebble();
  if (programs === undefined) throw new Error("Pebble is missing");
  mkdirSync(folder, { recursive: true });
  const port = options.port ?? freePort();
  const caFile = await certify(folder);
  const life = options.lifeSeconds ?? 7_776_000;
  const configuration = {
    pebble: {
      listenAddress: `127.0.0.1:${port}`,
      managementListenAddress: `127.0.0.1:${freePort()}`,
      certificate: caFile,
      privateKey: join(folder, "directory.key"),
      httpPort: options.httpPort,
      tlsPort: freePort(),
      ocspResponderURL: "",
      externalAccountBindingRequired: false,
      domainBlocklist: ["blocked.localhost"],
      retryAfter: { authz: 1, order: 1 },
      profiles: {
        default: { description: "Ordinary", validityPeriod: life },
        shortlived: { description: "Six days", validityPeriod: options.lifeSeconds ?? 518_400 },
      },
    },
  };
  const path = join(folder, "pebble.json");
  writeFileSync(path, JSON.stringify(configuration));
  const dnsPort = freePort();
  const dns = Bun.spawn(
    [
      programs.dns,
      "-dnsserver",
      `127.0.0.1:${dnsPort}`,
      "-management",
      `127.0.0.1:${freePort()}`,
      "-defaultIPv6",
      "",
    ].concat(["-http01", "", "-https01", "", "-tlsalpn01", "", "-doh", ""]),
    { stdout: "ignore", stderr: "ignore" },
  );
  const child = Bun.spawn([programs.pebble, "-config", path, "-dnsserver", `127.0.0.1:${dnsPort}`], {
    stdout: "pipe",
    stderr: "pipe",
    env: {
      PEBBLE_VA_NOSLEEP: "1",
      PEBBLE_WFE_NONCEREJECT: String(options.nonceRejectPercent ?? 0),
      ...options.env,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    void (async () => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) said += text;
    })();
  }
  await eventually("Pebble", () => said.includes("ACME directory available"));
  return {
    directory: `https://127.0.0.1:${port}/dir`,
    caFile,
    port,
    said: () => said,
    orders: () => said.split('Added order "').length - 1,
    async stop() {
      for (const process of [child, dns]) process.kill("SIGKILL");
      await Promise.all([child.exited, dns.exited]);
    },
  };
}

async function certify(folder: string): Promise<string> {
  const [key, cert] = [join(folder, "directory.key"), join(folder, "directory.crt")];
  if (await Bun.file(cert).exists()) return cert;
  const args = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
  ];
  const names = ["-subj", "/CN=pebble", "-addext", "subjectAltName=IP:127.0.0.1"];
  await Bun.$`openssl ${args} ${names} -keyout ${key} -out ${cert}`.quiet();
  return cert;
}
