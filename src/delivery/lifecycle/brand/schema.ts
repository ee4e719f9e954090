import { type Static, Type } from "@sinclair/typebox";
import { saying, TextLike } from "../../../infra/http/kinds.ts";
import { Closed, Email, Id, Named, Nullable, Phone } from "../../../infra/http/schema.ts";

const Color = saying(
  Type.String({ pattern: "^#[0-9a-fA-F]{6}$", description: "As `#rrggbb`.", examples: ["#0b7285"] }),
  { code: "format", detail: "must be a color such as #0b7285" },
);
const WebAddress = TextLike(
  "^https?://[^\\s/?#]+[^\\s]*$",
  { code: "format", detail: "must be a web address such as https://shop.example.com" },
  { maxLength: 500, examples: ["https://shop.example.com"] },
);

const BrandContact = Named(
  "BrandContact",
  {
    phone: Nullable(Type.String(), { examples: ["+4930123456"] }),
    email: Nullable(Type.String(), { examples: ["alex@example.com"] }),
    url: Nullable(WebAddress),
  },
  { description: "Whom recipients can ask." },
);

const PrivacyUrl = Nullable(WebAddress, {
  description: "Where you tell how you treat personal data. A live order form opens only with it.",
  examples: ["https://shop.example.com/privacy"],
});
const ImprintUrl = Nullable(WebAddress, {
  description: "Where you tell who you are. A live order form opens only with it.",
  examples: ["https://shop.example.com/imprint"],
});

const ProofBehindDigits = Type.Boolean({
  description:
    "Whether the tracking link shows signature, photos and the receiver's name only to who knows the last four digits of the recipient's phone number. Without a phone number it never shows them then. False: everybody with the link sees signature and photos.",
});

/** How an account presents itself to recipients, on their pages and in their mails. */
export const BrandSchema = Named("Brand", {
  logo_image_id: Nullable(Id("img")),
  logo_url: Nullable(Type.String(), {
    description: "Where your key or session can fetch the logo.",
    examples: ["https://waybill.example.com/api/v1/platform/account/images/img_01m7x5rdwme1ct34p92xd7wpnk"],
  }),
  color: Nullable(Color),
  contact: BrandContact,
  privacy_url: PrivacyUrl,
  imprint_url: ImprintUrl,
  proof_behind_digits: ProofBehindDigits,
});
export type BrandView = Static<typeof BrandSchema>;

export const PublicBrandSchema = Named("PublicBrand", {
  logo_url: Nullable(Type.String(), {
    description: "Where anybody with the tracking link can fetch the logo.",
    examples: ["https://waybill.example.com/api/v1/track/Zm9vYmFyYmF6/logo"],
  }),
  color: Nullable(Color),
  contact: BrandContact,
});
export type PublicBrandView = Static<typeof PublicBrandSchema>;

export const PatchBrand = Closed({
  logo_image_id: Type.Optional(
    Nullable(Id("img"), { description: "An image that you uploaded to `/platform/account/images`." }),
  ),
  color: Type.Optional(Nullable(Color)),
  privacy_url: Type.Optional(PrivacyUrl),
  imprint_url: Type.Optional(ImprintUrl),
  proof_behind_digits: Type.Optional(ProofBehindDigits),
  contact: Type.Optional(
    Closed({
      phone: Type.Optional(Nullable(Phone)),
      email: Type.Optional(Nullable(Email)),
      url: Type.Optional(Nullable(WebAddress)),
    }),
  ),
});
export type PatchBrand = Static<typeof PatchBrand>;
