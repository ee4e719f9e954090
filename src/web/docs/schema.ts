import { type Static, Type } from "@sinclair/typebox";
import { Named } from "../../infra/http/schema.ts";

/** OpenAPI 3.1. */
const Members = Type.Record(Type.String(), Type.Unknown());

export const OpenApiDocument = Named("OpenApiDocument", {
  openapi: Type.Literal("3.1.1"),
  info: Members,
  servers: Type.Array(Members),
  tags: Type.Array(Members),
  paths: Members,
  webhooks: Members,
  components: Members,
});
export type OpenApiDocument = Static<typeof OpenApiDocument>;
