import { Value } from "@sinclair/typebox/value";
import type { Environment } from "@/infra/environment.ts";
import { isSignature } from "@/infra/ids.ts";
import type { WebhookBooking, WebhookReading, WebhookRequest } from "../../carrier-webhook.ts";
import type { Tracked } from "../../tracked.ts";
import { type EasypostSettings, modeOf } from "./settings.ts";
import { toTracked } from "./tracker.ts";
import { WireEvent, WireRefund, WireTracker } from "./wire.ts";

/** What EasyPost posts to a webhook. https://docs.easypost.com/guides/webhooks-guide */

/** HMAC-SHA-256 of the body in hex. EasyPost's client libraries verify this one. */
const signatureHeader = "x-hmac-signature";
const signaturePrefix = "hmac-sha256-hex=";
/**
 * Signs the time, the method and the path before the body. One that does not match proves nothing instead of refusing: no
 * client library of EasyPost verifies it yet. https://support.easypost.com/hc/en-us/articles/39826034964237
 */
const laterSignatureHeader = "x-hmac-signature-v2";
const timeHeader = "x-timestamp";
const pathHeader = "x-path";

const wrongSignature = "The signature does not match. Check the webhook secret in Settings.";

export function readEasypostWebhook(
  { webhook_secret: secret }: EasypostSettings,
  environment: Environment,
  { headers, body }: WebhookRequest,
): WebhookReading {
  const signature = headers[signatureHeader];
  const later = headers[laterSignatureHeader];
  if (secret !== undefined && signature === undefined && later === undefined) {
    return refused("The webhook has no signature.");
  }
  if (secret !== undefined && signature !== undefined && !isSigned(signature, secret, body)) {
    return refused(wrongSignature);
  }
  const isProven =
    secret !== undefined &&
    (signature !== undefined || (later !== undefined && isSigned(later, secret, laterText(headers, body))));
  const event = parse(body);
  if (!Value.Check(WireEvent, event)) return refused("The body is no event of EasyPost.");
  if (event.mode !== modeOf(environment)) return ignored("The event is of EasyPost's other mode.");
  const news = newsOf(event);
  if (!news) return ignored(unread(event));
  if (Object.keys(news.booking).length === 0) return ignored("The event names no shipment.");
  if (!isProven || isCancellation(event)) return { kind: "hint", booking: news.booking };
  return { kind: "tracked", id: event.id, ...news };
}

const typeMax = 100;
const readTypes = ["tracker.", "refund."] as const;

/** Why an event changes nothing: its type, or the form of what it is about. */
function unread({ description }: typeof WireEvent.static): string {
  const type = description.slice(0, typeMax);
  return readTypes.some((begin) => description.startsWith(begin))
    ? `What the event ${type} is about has a form that Waybill does not know.`
    : `Waybill reads no events of the type ${type}.`;
}

interface News {
  booking: WebhookBooking;
  tracked: Tracked;
}

function newsOf({ description, result }: typeof WireEvent.static): News | undefined {
  if (description.startsWith("tracker.") && Value.Check(WireTracker, result)) {
    return { booking: bookingOf(result), tracked: toTracked(result) };
  }
  if (description.startsWith("refund.") && Value.Check(WireRefund, result)) {
    const refund =
      result.status === "refunded" ? "confirmed" : result.status === "rejected" ? "refused" : "pending";
    return { booking: bookingOf(result), tracked: { updates: [], refund } };
  }
  return undefined;
}

/** A tracker says nothing of the refund, and EasyPost does when it is asked. */
function isCancellation({ result }: typeof WireEvent.static): boolean {
  return Value.Check(WireTracker, result) && result.status === "cancelled";
}

function bookingOf({
  shipment_id: id,
  tracking_code: number,
}: typeof WireRefund.static | WireTracker): WebhookBooking {
  return { ...(id && { bookingReference: id }), ...(number && { trackingNumber: number }) };
}

/** What the later signature is of. One that comes again adds nothing, because its event has an id. */
function laterText(headers: WebhookRequest["headers"], body: string): string {
  return `${headers[timeHeader] ?? ""}POST${headers[pathHeader] ?? ""}${body}`;
}

/** Over the text as it came. EasyPost normalizes the secret to NFKD first. */
function isSigned(header: string, secret: string, text: string): boolean {
  if (!header.startsWith(signaturePrefix)) return false;
  const signature = Buffer.from(header.slice(signaturePrefix.length), "hex");
  return isSignature(signature, Buffer.from(secret.normalize("NFKD")), text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(reason: string): WebhookReading {
  return { kind: "refused", reason };
}

function ignored(reason: string): WebhookReading {
  return { kind: "ignored", reason };
}
