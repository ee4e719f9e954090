/** What S3-compatible storage answers: XML whose few members Waybill reads. Source: Amazon S3 API Reference, 2006-03-01. */

export interface S3Object {
  readonly key: string;
  readonly bytes: number;
}

interface S3Page {
  readonly objects: readonly S3Object[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
}

export interface S3Upload {
  readonly key: string;
  readonly id: string;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text of a member, without what XML writes for special characters. */
export function memberOf(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, "g"))].map(([, inner = ""]) => inner);
}

/** Of `ListObjectsV2`; undefined for an answer of something else. */
export function readObjects(xml: string): S3Page | undefined {
  if (!xml.includes("<ListBucketResult")) return undefined;
  const objects = elementsOf(xml, "Contents").map((each) => ({
    key: memberOf(each, "Key") ?? "",
    bytes: Number(memberOf(each, "Size")),
  }));
  const next = memberOf(xml, "IsTruncated") === "true" ? memberOf(xml, "NextContinuationToken") : undefined;
  return { objects, next: next ?? null };
}

/** Of `ListMultipartUploads`, its first page. */
export function readUploads(xml: string): S3Upload[] {
  return elementsOf(xml, "Upload").map((each) => ({
    key: memberOf(each, "Key") ?? "",
    id: memberOf(each, "UploadId") ?? "",
  }));
}

/** The body that ends an upload in parts, whose tags come in their order. */
export function completionOf(tags: readonly string[]): Uint8Array {
  const parts = tags.map(
    (tag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</ETag></Part>`,
  );
  return new TextEncoder().encode(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join("")}</CompleteMultipartUpload>`,
  );
}
