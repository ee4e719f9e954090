import { error } from "./entry.ts";

/** Errors of order forms. */
export const orderErrors = {
  order_form_not_ready: error("orders", 409, "The order form is not open yet", {
    detail: "Whoever gave you the link has still to set it up.",
    meaning:
      "A live form shows who handles the data of people. Its account has not said where it tells that: the brand lacks `privacy_url` or `imprint_url`.",
    remedy:
      "The account sets both with `PATCH /platform/account`, as members of `brand`. The form opens at once.",
  }),
  order_form_paused: error("orders", 409, "The order form is paused", {
    detail: "Nothing was ordered. Ask whoever gave you the link, or wait until paused_until.",
    meaning:
      "Somebody of the account paused the form, ten wrong codes were entered, or it got more calls than one customer makes.",
    remedy:
      "Wait until `paused_until`, or ask the account: `PATCH /platform/order-forms/{id}` with `paused_until: null` opens it.",
    example: {
      detail: "Nothing was ordered. Ask whoever gave you the link, or wait until paused_until.",
      members: { paused_until: "2030-01-31T10:30:00.000Z" },
    },
  }),
  order_limit_reached: error("orders", 429, "The form takes no more orders today", {
    detail: "Nothing was ordered. Wait as long as Retry-After says, or ask whoever gave you the link.",
    meaning:
      "The form has `limits.orders_per_day`, and so many were placed since midnight where the pickup is.",
    remedy: "Order again tomorrow. The account can raise the limit of the form.",
  }),
  order_code_needed: error("orders", 401, "A code from the customer's mail is needed", {
    detail: "Ask for a code, enter it, and send the secret of your device as X-Order-Device.",
    meaning:
      "The link shows the order just made. Earlier ones, and what changes an order, need a device that has entered a code.",
    remedy: "Call `POST /order-form/code`, then `POST /order-form/devices` with the code from the mail.",
  }),
  order_code_wrong: error("orders", 403, "The code is wrong", {
    meaning: "This is not the code that was mailed last, or it is too old. The try was counted.",
    remedy:
      "`tries_left` says how many tries the code has left. With none, ask for another. Ten wrong codes pause the form.",
    example: { detail: "Tries left: 4.", members: { tries_left: 4 } },
  }),
  order_right_missing: error("orders", 403, "The form does not allow this", {
    detail: "Ask whoever gave you the link.",
    meaning: "The form's `may` does not have this right.",
    remedy: "The account can add it to the form.",
  }),
  customer_without_email: error("orders", 409, "The customer has no email address", {
    detail: "Ask whoever gave you the link to add one.",
    meaning: "Codes go to the customer's email address, and the form has none.",
    remedy: "The account sets `customer.email` of the form.",
  }),
  customer_unconfirmed: error("orders", 409, "The customer's email address is not confirmed", {
    detail: "Open the link, ask for a code and enter it. Then orders can do without an approval.",
    meaning:
      "Orders without an approval cost money at once, so somebody must have entered a code that was mailed to the customer.",
    remedy:
      "Create the form with `approval` `each`. Let the customer enter a code on it, then change `approval`.",
  }),
  order_request_closed: error("orders", 409, "The request is answered already", {
    meaning:
      "Only a request whose `state` is `waiting` can be approved or refused, and one with a shipment stays.",
    remedy: "Read the request. If it has a shipment, change or cancel that.",
    example: { detail: "The request is withdrawn.", members: { state: "withdrawn", shipment_id: null } },
  }),
};
