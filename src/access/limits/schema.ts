import { type Static, Type } from "@sinclair/typebox";
import { Closed, MoneyInput, Named, Nullable, TextLike } from "../../infra/http/schema.ts";

/** Higher values would limit nothing, and may not be exact numbers. */
const rateMax = 1_000_000;
const perDayMax = 1e12;
const storageBytesMax = 1e15;
const nameCharactersMax = 40;

/** The name of a tier, which stands in URLs, settings and commands. */
const TierName = (example: string) =>
  TextLike(
    "^[a-z0-9][a-z0-9-]*$",
    { code: "format", detail: "must have only lowercase letters, digits and hyphens, such as growth-2" },
    {
      minLength: 1,
      maxLength: nameCharactersMax,
      description: "Lowercase letters, digits and hyphens.",
      examples: [example],
    },
  );

const limits = {
  requests_per_second: Type.Integer({ minimum: 1, maximum: rateMax }),
  burst: Type.Integer({ minimum: 1, maximum: rateMax, description: "Maximum burst of requests." }),
  requests_per_day: Type.Integer({
    minimum: 1,
    maximum: perDayMax,
    description: "Maximum requests per UTC day.",
  }),
  storage_bytes: Type.Integer({ minimum: 1, maximum: storageBytesMax, description: "Maximum stored bytes." }),
};

export const priceDescription =
  "What the tier costs a month. Accounts see it on their Usage page; Waybill charges nobody. Null for no price.";
const Price = Nullable(MoneyInput, { description: priceDescription });

export const CreateTier = Closed({
  name: TierName("startup"),
  limits: Nullable(Named("TierLimits", limits), { description: "Null for a tier without limits." }),
  price: Type.Optional(Price),
});
export type CreateTier = Static<typeof CreateTier>;

/** Changes to a tier. */
export const PatchTier = Named("PatchTier", {
  name: Type.Optional(TierName("growth")),
  requests_per_second: Type.Optional(limits.requests_per_second),
  burst: Type.Optional(limits.burst),
  requests_per_day: Type.Optional(limits.requests_per_day),
  storage_bytes: Type.Optional(limits.storage_bytes),
  price: Type.Optional(Price),
});
export type PatchTier = Static<typeof PatchTier>;
