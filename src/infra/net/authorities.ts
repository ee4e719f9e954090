import { readFileSync } from "node:fs";

/** Certificates of authorities that the operator trusts besides the public ones, such as one of their own network. */

export interface Authority {
  pem: string;
  /** Its common name, or its whole subject. */
  name: string;
  /** When it ends, in ms. */
  endsAt: number;
}

const bytesMax = 4 * 1024 * 1024;
const pemCertificate =
  /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** @throws Error whose message goes on with a sentence that names the file, such as `cannot be read (ENOENT)` */
export function readAuthorities(path: string): Authority[] {
  const pems = contentOf(path).match(pemCertificate) ?? [];
  if (pems.length === 0) throw new Error("holds no certificate in PEM format");
  return pems.map(toAuthority);
}

/** The public authorities with others, each a certificate in PEM. */
export async function withPublicOnes(authorities: readonly string[]): Promise<string[]> {
  const { getCACertificates } = await import("node:tls");
  return [...getCACertificates("default"), ...authorities];
}

function contentOf(path: string): string {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    throw new Error(`cannot be read (${(error as { code?: string }).code})`, { cause: error });
  }
  if (content.length > bytesMax) throw new Error("is too large for a file of certificates");
  return content.toString("utf8");
}

function toAuthority(pem: string, index: number): Authority {
  const { X509Certificate } = process.getBuiltinModule("node:crypto");
  try {
    const { subject, validToDate } = new X509Certificate(pem);
    const name = /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll("\n", ", ");
    return { pem, name, endsAt: validToDate.getTime() };
  } catch (error) {
    throw new Error(`has a certificate that cannot be read (number ${index + 1})`, { cause: error });
  }
}
