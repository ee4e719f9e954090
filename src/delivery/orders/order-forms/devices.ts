import { countLink, countLinkOf } from "../../../access/limits/attempts.ts";
import { retryAfter } from "../../../access/limits/limiter.ts";
import { toTimestamp } from "../../../infra/clock.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { isSignature, sha256Hex, sign } from "../../../infra/ids.ts";
import {
  codeDigits,
  codeMs,
  codeTriesMax,
  deviceMs,
  devicesMax,
  maskedEmail,
  wrongCodesMax,
} from "./form.ts";
import { type Orderer, openForm, refusePaused } from "./opening.ts";
import { pauseFor } from "./pausing.ts";
import type { AskCode, EnterCode, OrderDeviceView, SentCodeView } from "./public-schema.ts";
import { orderDeviceStore, orderFormStore } from "./store.ts";

/** A code that was sent to the customer's mail shows earlier orders on a device. */

/**
 * Sends the customer a code, which takes the place of an earlier one. The sandbox sends no mail: its response has it.
 * @throws AppError as `openForm`, `order_form_paused`, `mail_unavailable`, `customer_without_email`, `mail_throttled`
 */
export async function sendCode(deps: Deps, by: Orderer, input: AskCode): Promise<SentCodeView> {
  const { environment, form, accountId } = await openForm(deps, by);
  refusePaused(form, deps.clock.now());
  const { email } = form.customer;
  if (email === null) throw new AppError("customer_without_email");
  const isLive = environment === "live";
  if (isLive && deps.mailer === undefined) throw new AppError("mail_unavailable");
  const realNow = deps.realClock.now();
  const wait = isLive ? countLink(deps, by.client, realNow) || countLinkOf(deps, form.id, realNow) : 0;
  if (wait > 0) throw new AppError("mail_throttled", { headers: retryAfter(wait) });
  const code = isLive ? null : makeCode(deps);
  const expiresAt = await write(deps, environment, ({ tx, now }) => {
    orderDeviceStore(tx).putCode({
      formId: form.id,
      accountId,
      codeHash: code === null ? null : codeHash(deps, form.id, code),
      language: input?.language ?? "en",
      tries: 0,
      askedAt: now,
      expiresAt: now + codeMs,
      attempts: 0,
      dueAt: isLive ? now : null,
    });
    return now + codeMs;
  });
  return { sent_to: maskedEmail(email), expires_at: toTimestamp(expiresAt), code };
}

export function makeCode({ ids }: Deps): string {
  return String(ids.integer(10 ** codeDigits)).padStart(codeDigits, "0");
}

/** A code is short: without the installation's key nobody finds it by trying all. */
export function codeHash({ cursorKey }: Deps, formId: string, code: string): string {
  return sign(cursorKey, codeText(formId, code)).toString("hex");
}

function codeText(formId: string, code: string): string {
  return `order code ${formId} ${code}`;
}

/**
 * Knows the device for 30 days, if the code is right, and takes the customer's email address as confirmed. The tenth
 * wrong code pauses the form.
 * @throws AppError as `openForm`, `order_form_paused`, `order_code_wrong`
 */
export async function enterCode(deps: Deps, by: Orderer, { code }: EnterCode): Promise<OrderDeviceView> {
  const { environment, form, accountId } = await openForm(deps, by);
  refusePaused(form, deps.clock.now());
  const judged = await write(deps, environment, (writing): OrderDeviceView | AppError => {
    const { tx, now } = writing;
    const store = orderDeviceStore(tx);
    const current = orderFormStore(tx).find(form.id);
    if (!current) throw new AppError("not_found");
    refusePaused(current, now);
    const sent = store.findCode(form.id);
    const isOpen = sent?.codeHash != null && sent.expiresAt > now && sent.tries < codeTriesMax;
    const isRight =
      isOpen && isSignature(Buffer.from(sent.codeHash ?? "", "hex"), deps.cursorKey, codeText(form.id, code));
    if (!isRight) {
      // Returned, as a throw would undo the count.
      if (sent) store.changeCode(form.id, { tries: sent.tries + 1 });
      const wrongCodes = current.wrongCodes + 1;
      const isOver = wrongCodes >= wrongCodesMax;
      orderFormStore(tx).change(form.id, { wrongCodes: isOver ? 0 : wrongCodes });
      if (isOver) pauseFor(writing, form.id, "wrong_codes");
      const left = isOpen && !isOver ? codeTriesMax - sent.tries - 1 : 0;
      return new AppError("order_code_wrong", {
        detail: `Tries left: ${left}.`,
        members: { tries_left: left },
      });
    }
    const token = deps.ids.token();
    const devices = store.ofForm(form.id);
    for (const { id } of devices.slice(0, Math.max(0, devices.length + 1 - devicesMax)))
      store.removeDevice(id);
    const expiresAt = now + deviceMs;
    store.insert({
      id: deps.ids.make("dev"),
      formId: form.id,
      accountId,
      tokenHash: sha256Hex(token),
      createdAt: now,
      expiresAt,
    });
    store.removeCode(form.id);
    orderFormStore(tx).change(form.id, {
      wrongCodes: 0,
      emailConfirmedAt: current.emailConfirmedAt ?? now,
    });
    return { secret: token, expires_at: toTimestamp(expiresAt) };
  });
  if (judged instanceof AppError) throw judged;
  return judged;
}
