import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isAddress, withoutBrackets } from "../../infra/net/network.ts";

/** Browsers and authorities take no smaller one. */
const rsaBitsMin = 2_048;

/** A certificate with its chain, and its key. */
export interface Pair {
  /** PEM, the server's own certificate first. */
  readonly cert: string;
  /** PEM, without a passphrase. */
  readonly key: string;
  /** The names and addresses that it is for: `waybill.example.com`, `192.0.2.1`. */
  readonly names: readonly string[];
  readonly validFrom: Date;
  readonly validTo: Date;
}

/** From when to when, in milliseconds. */
export function livesOf({ validFrom, validTo }: Pair): { validFrom: number; validTo: number } {
  return { validFrom: validFrom.getTime(), validTo: validTo.getTime() };
}

/** Why a pair cannot be used: a sentence whose subject is the certificate. */
export class PairError extends Error {}

/** @throws PairError */
export function readPair(certPath: string, keyPath: string): Pair {
  return toPair(contentOf("certificate", certPath), contentOf("key", keyPath));
}

function contentOf(what: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new PairError(`the ${what} file ${path} cannot be read (${(cause as { code?: string }).code})`, {
      cause,
    });
  }
}

/** @throws PairError if the two do not belong together, cannot be parsed, or have a weak key */
export function toPair(cert: string, key: string): Pair {
  const parsed = parse(() => new X509Certificate(cert), "the certificate file has no certificate in PEM");
  const hidden = "the key file has no private key in PEM, or one that needs a passphrase";
  const privateKey = parse(() => createPrivateKey(key), hidden);
  if (!parsed.checkPrivateKey(privateKey)) {
    throw new PairError("the key does not belong to the first certificate of the certificate file");
  }
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? rsaBitsMin;
  if (bits < rsaBitsMin) {
    throw new PairError(
      `the RSA key has ${bits} bits, which browsers refuse: get a certificate for one of at least ${rsaBitsMin}`,
    );
  }
  return {
    cert,
    key,
    names: namesOf(parsed),
    validFrom: new Date(parsed.validFrom),
    validTo: new Date(parsed.validTo),
  };
}

function parse<T>(read: () => T, sentence: string): T {
  try {
    return read();
  } catch (cause) {
    throw new PairError(sentence, { cause });
  }
}

/** `DNS:a.example, IP Address:127.0.0.1`, as X.509 calls them; without any, the common name. */
function namesOf({ subjectAltName, subject }: X509Certificate): string[] {
  const alternatives = [...(subjectAltName ?? "").matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(
    ([, name = ""]) => name.toLowerCase(),
  );
  if (alternatives.length > 0) return alternatives;
  const common = /^CN=(.+)$/m.exec(subject)?.[1];
  return common === undefined ? [] : [common.toLowerCase()];
}

/** Whether browsers accept it for that host; a wildcard stands for one label. */
export function isFor({ names }: Pair, host: string): boolean {
  const bare = withoutBrackets(host).toLowerCase();
  const parent = bare.slice(bare.indexOf("."));
  return names.some((name) => sameHost(name, bare) || (!isAddress(bare) && name === `*${parent}`));
}

/** IPv6 addresses have several spellings. */
function sameHost(name: string, host: string): boolean {
  return name === host || (name.includes(":") && host.includes(":") && canonical(name) === canonical(host));
}

function canonical(address: string): string {
  return URL.parse(`http://[${address}]`)?.hostname ?? address;
}

/** @throws PairError for a certificate that no client accepts now, or not for that host */
export function requireUsable(pair: Pair, host: string | undefined, now: number): void {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  if (pair.validTo.getTime() <= now) {
    throw new PairError(`the certificate expired on ${day(pair.validTo)}: renew it`);
  }
  if (pair.validFrom.getTime() > now) {
    throw new PairError(
      `the certificate is valid from ${day(pair.validFrom)} only: check it and this machine's clock`,
    );
  }
  if (host !== undefined && !isFor(pair, host)) {
    throw new PairError(`the certificate is for ${pair.names.join(", ")}, not for ${host}`);
  }
}
