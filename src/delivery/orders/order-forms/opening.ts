import { refuseInactive } from "../../../access/accounts/deletion/suspension.ts";
import { getAccount } from "../../../access/accounts/sign-in/service.ts";
import { countOrder, countOrderForm } from "../../../access/limits/attempts.ts";
import { toTimestampOrNull } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/db/store.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import type { RequestOrigin } from "../../../infra/http/principal.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { enterTimeOf } from "../../../infra/own-time.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { getBrand, getLogo, publicBrand } from "../../lifecycle/brand/service.ts";
import type { AccountImageRow } from "../../lifecycle/brand/store.ts";
import { pageLanguages } from "../../model/model.ts";
import { aheadMaxDays, lengthMinMinutes } from "../shipments/window.ts";
import { ordersLeft, zoneOf } from "./day.ts";
import { servicesOf } from "./fleets.ts";
import { isPaused } from "./form.ts";
import { pauseFor } from "./pausing.ts";
import type { PublicOrderFormView } from "./public-schema.ts";
import { type OrderFormRow, orderDeviceStore, orderFormStore } from "./store.ts";

/** The link of a form is the credential of whoever orders by it. */

/** Who orders: by which link, from which device that has entered a code, from where. */
export interface Orderer {
  /** Of the link. */
  token: string | null;
  /** Of the device; null without one. */
  device: string | null;
  client: RequestOrigin;
}

/** A form that its link has opened. */
export interface OpenForm {
  environment: Environment;
  accountId: string;
  form: OrderFormRow;
  /** Whether the request came from a device that has entered a code. */
  isKnownDevice: boolean;
}

/**
 * The form of a link. Every call counts, before anything is looked up.
 * @throws AppError `rate_limited`, `not_found` for an unknown link and an account that is closed, `order_form_not_ready`,
 * `order_form_paused` for a burst
 */
export async function openForm(deps: Deps, by: Orderer): Promise<OpenForm> {
  countOrder(deps, by.client, deps.realClock.now());
  const found = findForm(deps, by.token);
  if (!found || !isActive(deps, found.form.accountId)) throw new AppError("not_found");
  const { environment, form } = found;
  const { accountId } = form;
  enterTimeOf(deps, { accountId, environment });
  if (environment === "live") refuseUnready(deps, accountId);
  if (!isPaused(form, deps.clock.now()) && countOrderForm(deps, form.id, deps.realClock.now()) > 0)
    throw paused(await write(deps, environment, (writing) => pauseFor(writing, form.id, "burst")));
  return { environment, accountId, form, isKnownDevice: isKnown(deps, found.db, form, by.device) };
}

function findForm(deps: Deps, token: string | null) {
  if (token === null) return undefined;
  const tokenHash = sha256Hex(token);
  for (const environment of environments) {
    const { db } = deps.stores.platform(environment);
    const form = orderFormStore(db).findByToken(tokenHash);
    if (form) return { environment, db, form };
  }
  return undefined;
}

function isActive(deps: Deps, accountId: string): boolean {
  try {
    refuseInactive(deps, accountId);
    return true;
  } catch {
    return false;
  }
}

/** Who orders must be able to read what becomes of the data of people. */
function refuseUnready(deps: Deps, accountId: string): void {
  const { privacy_url, imprint_url } = getBrand(deps, accountId);
  if (privacy_url === null || imprint_url === null) throw new AppError("order_form_not_ready");
}

function isKnown(deps: Deps, db: Db, { id, accountId }: OrderFormRow, device: string | null): boolean {
  if (device === null) return false;
  const row = orderDeviceStore(db).findByToken(sha256Hex(device));
  return row?.formId === id && row.accountId === accountId && row.expiresAt > deps.clock.now();
}

/** @throws AppError `order_form_paused` */
export function refusePaused(form: OrderFormRow, now: number): void {
  if (isPaused(form, now)) throw paused(form);
}

function paused({ pausedUntil }: Pick<OrderFormRow, "pausedUntil">): AppError {
  return new AppError("order_form_paused", { members: { paused_until: toTimestampOrNull(pausedUntil) } });
}

/** What the page shows of a form. @throws AppError as `openForm` */
export async function readForm(deps: DeliveryDeps, by: Orderer): Promise<PublicOrderFormView> {
  const { environment, accountId, form, isKnownDevice } = await openForm(deps, by);
  const { pickup, customer, countries, may } = form;
  const { privacy_url, imprint_url } = getBrand(deps, accountId);
  const { db } = deps.stores.platform(environment);
  const now = deps.clock.now();
  return {
    environment,
    sender: getAccount(deps, accountId).name,
    brand: publicBrand(deps, accountId, `${deps.publicUrl()}/api/v1/order-form/logo`),
    privacy_url,
    imprint_url,
    customer: customer.name,
    pickup: {
      name: pickup.contact.name,
      line1: pickup.address.line1,
      city: pickup.address.city,
      postal_code: pickup.address.postal_code ?? null,
      country: pickup.address.country,
      time_zone: zoneOf(form, now),
    },
    languages: [...pageLanguages],
    services: servicesOf(deps, { environment, accountId }, form.services),
    countries,
    windows: { length_min_minutes: lengthMinMinutes, ahead_max_days: aheadMaxDays },
    shows_prices: form.markupPercent !== null,
    approval: form.approval,
    may,
    sends_codes: customer.email !== null && (environment === "sandbox" || deps.mailer !== undefined),
    is_known_device: isKnownDevice,
    orders_left_today: ordersLeft(db, form, now),
    paused_until: isPaused(form, now) ? toTimestampOrNull(form.pausedUntil) : null,
  };
}

/** The logo of the form's account. @throws AppError `not_found` */
export function formLogo(deps: Deps, token: string | null): AccountImageRow {
  const found = findForm(deps, token);
  if (!found || !isActive(deps, found.form.accountId)) throw new AppError("not_found");
  return getLogo(deps, found.form.accountId);
}
