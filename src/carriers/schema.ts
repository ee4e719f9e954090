import { Type } from "@sinclair/typebox";
import { Closed } from "../http/schema.ts";

export const CarrierSchema = Closed({
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
});

export const ServiceSchema = Closed({ code: Type.String(), name: Type.String() });
