import { type Static, Type } from "@sinclair/typebox";
import { Id, JudgedLater, Named } from "../../../infra/http/schema.ts";
import { bytesPerMb } from "../../../infra/units.ts";

const Bytes = Type.String({
  format: "binary",
  maxLength: 8 * bytesPerMb,
  description: "The bytes of the image, at most 8 MiB.",
});
export const ImageUpload = JudgedLater(Bytes);
export const ImageForm = Named("ImageForm", { file: Bytes });

export const ImageSchema = Named("UploadedImage", {
  id: Id("img"),
  sha256: Type.String({
    description: "SHA-256 of the stored bytes, hex. They differ from yours: Waybill removes the metadata.",
    examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  }),
  width: Type.Integer({ minimum: 1, examples: [1200], description: "Pixels, before any rotation." }),
  height: Type.Integer({ minimum: 1, examples: [900] }),
});
export type ImageView = Static<typeof ImageSchema>;
