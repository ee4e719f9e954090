import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SettingError, toConfig } from "../../../src/app/config/reading.ts";
import { readFiles } from "../../../src/app/front/pair-files.ts";
import { serveSettings } from "../../../src/cli/serve-settings.ts";
import { run } from "../../cli/run.ts";
import { elsewhere, expired, later, renewed, weak } from "../../support/certificate-pairs.ts";
import { first, writePair } from "./support.ts";

/** How `serve` refuses what does not fit together, and what HTTPS changes of other settings. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-secure-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const flagsOf = (pair: { cert: string; key: string }) => ({ ...writePair(folder, pair) });

test("with a certificate: all addresses, and the public URL under its name", () => {
  const config = toConfig(serveSettings(flagsOf(first)));
  expect(config).toMatchObject({
    host: "::",
    publicUrl: "https://hooks.example",
    httpPort: 80,
    httpsPort: 443,
  });
  const given = { ...flagsOf(first), host: "127.0.0.1", publicUrl: "https://127.0.0.1:8443" };
  expect(toConfig(serveSettings(given))).toMatchObject({
    host: "127.0.0.1",
    publicUrl: "https://127.0.0.1:8443",
  });
  const wild = { ...flagsOf(elsewhere), publicUrl: "https://a.wild.example" };
  expect(toConfig(serveSettings(wild)).publicUrl).toBe("https://a.wild.example");
  expect(toConfig(serveSettings({})).host).toBe("127.0.0.1");
});

test("with a domain: the public URL under it, and a public URL of the same host stays", () => {
  const { host, publicUrl, domain } = toConfig(serveSettings({ domain: "Waybill.Example.com" }));
  expect([host, publicUrl, domain]).toEqual(["::", "https://waybill.example.com", "waybill.example.com"]);
  const given = { domain: "waybill.example.com", publicUrl: "https://waybill.example.com:8443" };
  expect(toConfig(serveSettings(given)).publicUrl).toBe("https://waybill.example.com:8443");
  expect(toConfig(serveSettings({ domain: "2001:db8::1" })).publicUrl).toBe("https://[2001:db8::1]");
  expect(toConfig(serveSettings({ domain: "münchen.example" })).domain).toBe("xn--mnchen-3ya.example");
});

test.each([
  "*.example.com",
  "example.com:443",
  "localhost",
  "https://example.com",
  "a.example/b",
  "a.example,b.example",
  "a b.example",
  "-a.example",
  "a..example",
  "1.2.3",
  "",
  "user@a.example",
  `${"a".repeat(250)}.example`,
])("%j is no domain", (domain) => {
  expect(() => serveSettings({ domain })).toThrow(/^--domain must be one public host name or IP address/);
});

type Given = Record<string, string>;
const refusals: [what: string, flags: () => Given, sentence: RegExp][] = [
  [
    "a certificate without its key",
    () => ({ tlsCert: flagsOf(first).tlsCert }),
    /^--tls-cert requires --tls-key or WAYBILL_TLS_KEY$/,
  ],
  [
    "a key without its certificate",
    () => ({ tlsKey: flagsOf(first).tlsKey }),
    /^--tls-key requires --tls-cert or WAYBILL_TLS_CERT$/,
  ],
  [
    "a key of another",
    () => flagsOf({ cert: first.cert, key: renewed.key }),
    /^--tls-cert, --tls-key: the key does not belong to the first certificate/,
  ],
  ["an expired one", () => flagsOf(expired), /: the certificate expired on 2021-01-01: renew it$/],
  ["one of later", () => flagsOf(later), /: the certificate is valid from 2100-01-01 only/],
  [
    "no certificate",
    () => flagsOf({ cert: "x", key: first.key }),
    /: the certificate file has no certificate in PEM$/,
  ],
  [
    "no key",
    () => flagsOf({ cert: first.cert, key: "x" }),
    /: the key file has no private key in PEM, or one that needs a passphrase$/,
  ],
  [
    "a file that is missing",
    () => ({ ...flagsOf(first), tlsCert: join(folder, "missing") }),
    /: the certificate file .*missing cannot be read \(ENOENT\)$/,
  ],
  [
    "a public URL with another host",
    () => ({ ...flagsOf(first), publicUrl: "https://b.wild.example" }),
    /^--public-url names b\.wild\.example, and the certificate of --tls-cert is for hooks\.example, 127\.0\.0\.1$/,
  ],
  [
    "two labels for a wildcard",
    () => ({ ...flagsOf(elsewhere), publicUrl: "https://a.b.wild.example" }),
    /^--public-url names a\.b\.wild\.example/,
  ],
  [
    "a public URL without TLS",
    () => ({ ...flagsOf(first), publicUrl: "http://hooks.example" }),
    /^--public-url must begin with https:\/\/ beside --tls-cert/,
  ],
  [
    "a port",
    () => ({ ...flagsOf(first), port: "8080" }),
    /^--port has no use with --tls-cert: HTTPS has --https-port and --http-port; remove it$/,
  ],
  [
    "a domain and a certificate",
    () => ({ ...flagsOf(first), domain: "hooks.example" }),
    /^--domain gets a certificate, and --tls-cert names one: remove one of them$/,
  ],
  [
    "a domain and another host",
    () => ({ domain: "a.example", publicUrl: "https://b.example" }),
    /^--public-url names b\.example, and --domain a\.example: they must be the same$/,
  ],
  ["a domain and a port", () => ({ domain: "a.example", port: "8080" }), /^--port has no use with --domain/],
  [
    "a domain for a test server",
    () => ({ domain: "a.example", ephemeral: "true" }),
    /^--ephemeral keeps no certificate, so --domain has no use: remove it$/,
  ],
  [
    "a directory without TLS",
    () => ({ domain: "a.example", acmeDirectory: "http://ca.example/dir" }),
    /^--acme-directory must be https:\/\//,
  ],
  [
    "a missing file of authorities",
    () => ({ domain: "a.example", acmeCaFile: join(folder, "missing") }),
    /^--acme-ca-file names .*missing, which cannot be read \(ENOENT\)$/,
  ],
  [
    "a file of authorities without one",
    () => ({ domain: "a.example", acmeCaFile: flagsOf(first).tlsKey }),
    /^--acme-ca-file names .*tls\.key, which holds no certificate in PEM format$/,
  ],
  ...["127.0.0.1", "0.0.0.0", "::1", "10.0.0.1", "fd00::1", "a.localhost"].map(
    (domain): (typeof refusals)[number] => [
      `${domain} for a public authority`,
      () => ({ domain }),
      new RegExp(
        `^--domain is ${domain}, which is not public: give a public name, --acme-directory of your own authority, or --tls-cert$`,
      ),
    ],
  ),
  ...(["acmeDirectory", "acmeEmail", "acmeCaFile"] as const).flatMap((name): typeof refusals => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const given = {
      acmeDirectory: "https://ca.example/dir",
      acmeEmail: "me@example.com",
      acmeCaFile: "ca.pem",
    };
    const sentence = new RegExp(`^--${flag} has no use without --domain: remove it, or give one$`);
    return [
      [`${flag} alone`, () => ({ [name]: given[name] }), sentence],
      [`${flag} with a certificate`, () => ({ ...flagsOf(first), [name]: given[name] }), sentence],
    ];
  }),
  ...(["http", "https"] as const).map((name): (typeof refusals)[number] => [
    `a port of ${name} without HTTPS`,
    () => ({ [`${name}Port`]: "8081" }),
    new RegExp(`^--${name}-port has no use without --domain or --tls-cert: remove it, or give one$`),
  ]),
  [
    "a weak key",
    () => flagsOf(weak),
    /^--tls-cert, --tls-key: the RSA key has 1024 bits, which browsers refuse: get a certificate for one of at least 2048$/,
  ],
  [
    "a socket without a public URL",
    () => ({ httpSocket: "/run/waybill.sock" }),
    /^--http-socket requires --public-url or WAYBILL_PUBLIC_URL/,
  ],
];
test.each(refusals)("%s is refused in one sentence", (_what, flags, sentence) => {
  expect(() => serveSettings(flags())).toThrow(SettingError);
  expect(() => serveSettings(flags())).toThrow(sentence);
});

test("a start reads the files once, and again only when they were replaced", () => {
  const { tlsCert: cert, tlsKey: key } = flagsOf(first);
  serveSettings({ tlsCert: cert, tlsKey: key });
  const pair = readFiles({ cert, key });
  expect(readFiles({ cert, key })).toBe(pair);
  writePair(folder, renewed);
  expect(readFiles({ cert, key })).not.toBe(pair);
  expect(readFiles({ cert, key }).cert).toBe(renewed.cert);
});

test("the exit code says that somebody must fix it, and nothing is made", async () => {
  writeFileSync(join(folder, "nothing.pem"), "");
  const data = join(folder, "data");
  const { exitCode, stdout, stderr } = await run([
    "serve",
    "--tls-cert",
    join(folder, "nothing.pem"),
    "--data",
    data,
  ]);
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toBe("waybill: --tls-cert requires --tls-key or WAYBILL_TLS_KEY\n");
});
