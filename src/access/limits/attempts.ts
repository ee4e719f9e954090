import type { Deps } from "../../infra/deps.ts";
import type { Client } from "../../infra/http/principal.ts";
import { isPrivateAddress, networksOf } from "../../infra/net/network.ts";
import { alone, take, takeOrRefuse } from "./limiter.ts";
import { findTier } from "./service.ts";

/** Whom the limits of everybody count: networks, links, tokens. An undeclared proxy is many clients, of whom one could block the others. */

/**
 * Counts a refused request without valid credentials. Valid keys are never counted or delayed.
 * @returns milliseconds to wait if there were too many, otherwise 0
 */
export function countFailure(deps: Deps, client: Client, now: number): number {
  return client.isShared ? 0 : take(deps, "failures", networksOf(client.address), now);
}

/**
 * Counts a sign-up, also a failed one. Counting only successful ones would reveal who has an account.
 * @throws AppError `sign_up_throttled`
 */
export function countSignUp(deps: Deps, client: Client, now: number): void {
  const policy = isNearby(deps, client) ? "signUpsNearby" : "signUps";
  takeOrRefuse(deps, policy, networksOf(client.address), now);
}

/**
 * Counts a verification link, so that one network cannot use up the links of the installation.
 * @returns milliseconds to wait if there were too many, otherwise 0; with a wait, no link is sent
 */
export function countLink(deps: Deps, client: Client, now: number): number {
  return isNearby(deps, client) ? 0 : take(deps, "links", networksOf(client.address), now);
}

/** Counts a link that a signed-in user causes, also from a private network. @returns as `countLink` */
export function countLinkOf(deps: Deps, userId: string, now: number): number {
  return take(deps, "links", alone(userId), now);
}

/**
 * Counts what a recipient sends over a tracking link. Behind an undeclared proxy only the link counts.
 * @throws AppError `rate_limited`; the request is not counted then
 */
export function countRecipient(deps: Deps, client: Client, token: string, now: number): void {
  const networks = isNearby(deps, client) ? [] : networksOf(client.address);
  takeOrRefuse(deps, "recipients", [...alone(`link ${token}`), ...networks], now);
}

/**
 * Counts a call of an order form by its address, also from a private network: each customer has one of its own there. A
 * server for tests counts none. @throws AppError `rate_limited`; the request is not counted then
 */
export function countOrder(deps: Deps, { address, isShared }: Client, now: number): void {
  if (!isShared && !deps.config.ephemeral) takeOrRefuse(deps, "orders", networksOf(address), now);
}

/** Counts a call of an order form, wherever it came from. @returns milliseconds to wait if there were too many, otherwise 0 */
export function countOrderForm(deps: Deps, formId: string, now: number): number {
  return take(deps, "orderForms", alone(formId), now);
}

/** Counts bytes of a file that anyone may load. @throws AppError `rate_limited`; nothing is counted then */
export function countDownload(deps: Deps, { address, isShared }: Client, bytes: number, now: number): void {
  if (!isShared) takeOrRefuse(deps, "downloads", networksOf(address), now, Math.ceil(bytes / 1_024));
}

/**
 * Counts a request against the rate of its token, device or webhook address. In a tier without limits these have none either.
 * @throws AppError `rate_limited`; the request is not counted then
 */
export function consumeOwnRate(deps: Deps, accountId: string | null, id: string, now: number): void {
  if (accountId !== null && findTier(deps, accountId)?.limits === null) return;
  takeOrRefuse(deps, "senders", alone(id), now);
}

/** Whether the client is a test, this machine, a private network or an undeclared proxy with many users behind it. */
function isNearby(deps: Deps, { address, isShared }: Client): boolean {
  return deps.config.ephemeral || isShared || isPrivateAddress(address);
}
