import { type Static, Type } from "@sinclair/typebox";
import {
  Country,
  CountryCode,
  Email,
  Environment,
  GrowingWords,
  Id,
  ListQuery,
  Named,
  Nullable,
  Page,
  Phone,
  PhoneToRead,
  Text,
  Tidied,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { AddressPatch, ContactPatch } from "../shipments/patch-schema.ts";
import { AddressInput, ContactInput, line, optionalText } from "../shipments/schema.ts";
import { approvals, formRights, markupBounds, ordersPerDayDefault, pauseReasons } from "./form.ts";

/** Order forms, as their account makes them. */

export const optionalLine = (maxLength: number) => Type.Optional(Nullable(Tidied(Text({ maxLength }))));
const name = { ...line(200), examples: ["Book shop"] };

/** Where the customer hands goods over. The window comes with each order. */
const pickupProperties = {
  contact: ContactInput,
  address: AddressInput,
  instructions: optionalText(280),
};
const OrderFormPickupInput = Named("OrderFormPickupInput", pickupProperties);
export type OrderFormPickup = Static<typeof OrderFormPickupInput>;

const text = (example: string) => Type.String({ examples: [example] });
export const textOrNull = (example: string | null) => Nullable(Type.String(), { examples: [example] });
export const shownContact = Named("OrderContact", {
  name: text("Ada Park"),
  company: textOrNull(null),
  phone: textOrNull("+4930123456"),
  email: textOrNull("alex@example.com"),
  language: textOrNull(null),
});
export const shownAddress = {
  line1: text("Torstraße 1"),
  line2: textOrNull("2nd floor"),
  city: text("Berlin"),
  state: textOrNull(null),
  postal_code: textOrNull("10119"),
  country: Country,
};
export const shownInstructions = textOrNull("Ring twice");

const services = Nullable(
  Type.Array(Text({ minLength: 1, maxLength: 100 }), {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    examples: [["express"]],
  }),
  { description: "Codes of the services that the customer may order. Null: all." },
);
const priceAs = (title: string) =>
  Nullable(
    Named(title, {
      markup_percent: Type.Integer({
        ...markupBounds,
        description: "What the customer pays beside the price, in percent of it; below 0 a discount.",
        examples: [20],
      }),
    }),
    { description: "Null: the form shows no prices, and `customer_price` stays null." },
  );
const priceInput = priceAs("OrderFormPriceInput");
const approval = Words(approvals, {
  title: "OrderApproval",
  description:
    "`each`: an order is a request that somebody of the account approves. `none`: it becomes a shipment, and your own fleet's cheapest offer is accepted at once. That needs an own fleet, and a customer whose email address is confirmed.",
  default: "each",
});
const ordersPerDay = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  default: ordersPerDayDefault,
  description: "A day begins at midnight where the pickup is.",
});
const countries = Nullable(Type.Array(CountryCode, { minItems: 1, maxItems: 250, uniqueItems: true }), {
  description: "Where deliveries may go. Null: everywhere.",
});
const may = Type.Array(Words(formRights, { title: "OrderFormRight" }), {
  uniqueItems: true,
  description:
    "What the customer may do with own orders: `cancel` them while that is possible, or `recall` goods that are on their way.",
  examples: [["cancel"]],
});
const pausedUntil = Nullable(Timestamp, {
  description: "Until when the form takes no orders. Null: it is not paused.",
  examples: [null],
});

export const OrderFormSchema = Named("OrderForm", {
  id: Id("frm"),
  environment: Environment,
  name: Type.String(name.examples && { examples: name.examples }),
  customer: Named("OrderFormCustomer", {
    name: Type.String({ examples: ["Book shop"] }),
    email: Nullable(Type.String({ examples: ["alex@example.com"] })),
    phone: Nullable(Type.String({ examples: ["+4930123456"] })),
    number: Nullable(Type.String({ examples: ["K-1042"] }), {
      description: "By which you know the customer.",
    }),
    email_confirmed_at: Nullable(Timestamp, {
      description: "When somebody entered a code that was sent to this email address.",
    }),
  }),
  pickup: Named("OrderFormPickup", {
    contact: shownContact,
    address: Named("OrderFormAddress", {
      ...shownAddress,
      latitude: Nullable(Type.Number({ examples: [52.5291] }), {
        description: "Null where nobody gave the place.",
      }),
      longitude: Nullable(Type.Number({ examples: [13.4014] })),
    }),
    instructions: shownInstructions,
  }),
  services,
  price: priceAs("OrderFormPrice"),
  approval,
  limits: Named("OrderFormLimits", {
    orders_per_day: ordersPerDay,
    countries: Nullable(Type.Array(Country), {
      description: "Where deliveries may go. Null: everywhere.",
      examples: [["DE"]],
    }),
  }),
  may,
  paused_until: pausedUntil,
  pause_reason: Nullable(GrowingWords(pauseReasons, { title: "OrderFormPauseReason" }), {
    description:
      "`person`: somebody of the account. `wrong_codes`: ten wrong codes. `burst`: more calls than one customer makes.",
    examples: [null],
  }),
  devices: Type.Integer({
    minimum: 0,
    description: "On how many devices the customer sees earlier orders.",
    examples: [1],
  }),
  waiting_orders: Type.Integer({ minimum: 0, description: "How many requests wait for an answer." }),
  link_made_at: Timestamp,
  last_used_at: {
    ...Timestamp,
    description: "When the customer last ordered, or else somebody last changed the form.",
  },
  version: Type.Integer({ minimum: 1 }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type OrderFormView = Static<typeof OrderFormSchema>;
export const OrderFormPage = Page(OrderFormSchema);

export const OrderFormWithLink = Named("OrderFormWithLink", {
  ...OrderFormSchema.properties,
  url: Nullable(Type.String(), {
    description: "The link for the customer, shown this once. Null when the request is repeated.",
    examples: ["https://waybill.example.com/order#Zm9vYmFyYmF6"],
  }),
});
export type OrderFormWithLink = Static<typeof OrderFormWithLink>;

const customerInput = {
  email: Type.Optional(Nullable(Email)),
  number: optionalLine(100),
};

export const CreateOrderForm = Named("CreateOrderForm", {
  name,
  customer: Named("OrderFormCustomerInput", {
    name,
    phone: Type.Optional(Nullable(Phone)),
    ...customerInput,
  }),
  pickup: OrderFormPickupInput,
  services: Type.Optional(services),
  price: Type.Optional(priceInput),
  approval: Type.Optional(approval),
  limits: Type.Optional(
    Named("OrderFormLimitsInput", {
      orders_per_day: Type.Optional(ordersPerDay),
      countries: Type.Optional(countries),
    }),
  ),
  may: Type.Optional(may),
  paused_until: Type.Optional(pausedUntil),
});
export type CreateOrderForm = Static<typeof CreateOrderForm>;

/** JSON merge patch, RFC 7396. */
export const PatchOrderForm = Named(
  "PatchOrderForm",
  {
    name: Type.Optional(name),
    customer: Type.Optional(
      Named("OrderFormCustomerPatch", {
        name: Type.Optional(name),
        phone: Type.Optional(Nullable(PhoneToRead)),
        ...customerInput,
      }),
    ),
    pickup: Type.Optional(
      Named("OrderFormPickupPatch", {
        contact: Type.Optional(ContactPatch),
        address: Type.Optional(AddressPatch),
        instructions: optionalText(280),
      }),
    ),
    services: Type.Optional(services),
    price: Type.Optional(priceInput),
    approval: Type.Optional(approval),
    limits: Type.Optional(
      Named("OrderFormLimitsPatch", {
        orders_per_day: Type.Optional(ordersPerDay),
        countries: Type.Optional(countries),
      }),
    ),
    may: Type.Optional(may),
    paused_until: Type.Optional(pausedUntil),
  },
  { examples: [{ paused_until: null }] },
);
export type PatchOrderForm = Static<typeof PatchOrderForm>;

export const OrderFormQuery = ListQuery({});
export type OrderFormQuery = Static<typeof OrderFormQuery>;
