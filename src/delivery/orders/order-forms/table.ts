import { expires, gone, integer, json, personal, plain, table, text } from "../../../infra/db/columns.ts";
import type { PageLanguage } from "../../model/model.ts";
import type { Approval, FormCustomer, FormRight, OrderState, PauseReason } from "./form.ts";
import type { Asked } from "./order-schema.ts";
import type { OrderFormPickup } from "./schema.ts";

/** A form that is erased leaves no row, and its orders, devices and codes go with it. */
export const orderForms = table("order_forms", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  name: personal(text().notNull(), gone),
  customer: personal(json<FormCustomer>()().notNull(), gone),
  pickup: personal(json<OrderFormPickup>()().notNull(), gone),
  /** Codes of services; null: all. */
  services: plain(json<string[]>()()),
  /** Where deliveries may go, ISO 3166-1 alpha-2; null: everywhere. */
  countries: plain(json<string[]>()()),
  /** Null: the form shows no prices. */
  markupPercent: plain(integer("markup_percent")),
  approval: plain(text().$type<Approval>().notNull()),
  ordersPerDay: plain(integer("orders_per_day").notNull()),
  may: plain(json<FormRight[]>()().notNull()),
  /** Of the token in the link. */
  tokenHash: plain(text("token_hash").notNull()),
  linkMadeAt: plain(integer("link_made_at").notNull()),
  /** When somebody entered a code that was sent to the customer's mail. */
  emailConfirmedAt: plain(integer("email_confirmed_at")),
  pausedUntil: plain(integer("paused_until")),
  pauseReason: plain(text("pause_reason").$type<PauseReason>()),
  /** Since the last right one. */
  wrongCodes: plain(integer("wrong_codes").notNull()),
  /** When somebody last ordered, or else changed it. */
  lastUsedAt: plain(integer("last_used_at").notNull()),
  version: plain(integer().notNull()),
  createdAt: plain(integer("created_at").notNull()),
  updatedAt: plain(integer("updated_at").notNull()),
});

/** The latest code that was sent to a form's customer. */
export const orderFormCodes = table("order_form_codes", {
  formId: plain(text("form_id").primaryKey()),
  accountId: plain(text("account_id").notNull()),
  /** Keyed hash; null until it is sent. */
  codeHash: plain(text("code_hash")),
  /** Of the mail. */
  language: plain(text().$type<PageLanguage>().notNull()),
  tries: plain(integer().notNull()),
  askedAt: plain(integer("asked_at").notNull()),
  expiresAt: expires(integer("expires_at").notNull(), 0),
  attempts: plain(integer().notNull()),
  /** The next attempt to mail it; null when it was sent or given up. */
  dueAt: plain(integer("due_at")),
});

/** Devices on which a right code was entered. */
export const orderFormDevices = table("order_form_devices", {
  id: plain(text().primaryKey()),
  formId: plain(text("form_id").notNull()),
  accountId: plain(text("account_id").notNull()),
  tokenHash: plain(text("token_hash").notNull()),
  createdAt: plain(integer("created_at").notNull()),
  expiresAt: expires(integer("expires_at").notNull(), 0),
});

export const formOrders = table("form_orders", {
  id: plain(text().primaryKey()),
  formId: plain(text("form_id").notNull()),
  accountId: plain(text("account_id").notNull()),
  /** Of the client's key, and of what was sent with it. */
  keyHash: plain(text("key_hash").notNull()),
  fingerprint: plain(text().notNull()),
  state: plain(text().$type<OrderState>().notNull()),
  /** Null once there is a shipment. */
  asked: personal(json<Asked>()(), gone),
  shipmentId: plain(text("shipment_id")),
  /** What the account says to the customer. */
  message: personal(text(), gone),
  decidedAt: plain(integer("decided_at")),
  /** Null once there is a shipment. */
  expiresAt: plain(integer("expires_at")),
  /** When Waybill accepts an offer for its shipment, if nobody has done so. */
  acceptDueAt: plain(integer("accept_due_at")),
  version: plain(integer().notNull()),
  createdAt: plain(integer("created_at").notNull()),
});
