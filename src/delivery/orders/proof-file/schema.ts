import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Dictionary, Id, Named, Nullable, Words } from "../../../infra/http/schema.ts";

const hash = {
  pattern: "^[0-9a-f]{64}$",
  examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
};
const Hash = Type.String(hash);

const SaltedText = Named("SaltedText", {
  salt: Nullable(
    Type.String({
      description: "32 characters, as they are hashed.",
      examples: ["00112233445566778899aabbccddeeff"],
    }),
  ),
  value: Nullable(Type.String({ examples: ["The goods were delivered."] })),
});

const Values = {
  ...Dictionary(Nullable(SaltedText), Type.String(), 1_000),
  description: "Null: there was none, or it was redacted. `salted` in `record` tells which.",
  examples: [{}],
};

const Link = Named("ProofLink", {
  hash: Type.String({ ...hash, description: "SHA-256 of `record` as UTF-8, hex." }),
  record: Type.String({
    description:
      "JSON as RFC 8785 writes it: `previous` is the hash of the link before, `salted` has SHA-256 of salt and value of each member in `values`.",
    examples: ['{"kind":"entry","previous":null,"sequence":1}'],
  }),
  values: Values,
});

export const ProofFileSchema = Named("ProofFile", {
  format: Words(["waybill-proof-1"], { title: "ProofFileFormat" }),
  shipment_id: Id("shp"),
  begins_at: Nullable(Type.Integer({ minimum: 1 }), {
    description:
      "Sequence of the first entry in the chain: earlier ones are older than the chain. Null for an empty one.",
    examples: [1],
  }),
  head: Nullable(Hash, { description: "The hash of the last link. Null for an empty chain." }),
  links: Type.Array(Link, { description: "Oldest first." }),
  pictures: Type.Array(
    Named("ProofFilePicture", {
      name: Type.String({ examples: ["photo-1.jpg"] }),
      content: Type.String({ contentEncoding: "base64", examples: ["iVBORw0KGgo="] }),
    }),
  ),
});
export type ProofFile = Static<typeof ProofFileSchema>;
export type ProofLink = ProofFile["links"][number];

/** Whether a file has this shape, whatever it says. */
export function isProofFile(file: unknown): file is ProofFile {
  return Value.Check(ProofFileSchema, file);
}
