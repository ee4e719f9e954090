import type { PhoneAbilities } from "../../access/devices/schema.ts";
import type { PushSubscriptionInput } from "../../access/push/schema.ts";
import { post, put, get as read, remove } from "../browser/api.ts";
import { isProblem, type Problem, unreachable } from "../browser/problem.ts";
import type { AnswerEntry } from "./queue.ts";
import { rememberServerTime } from "./server-time.ts";

/** What the page asks of the driver API. */

/** A phone on a bad network may take this long for a photo. */
const responseTimeoutMs = 45_000;

export type Answer<T> = { value: T; problem?: undefined } | { value?: undefined; problem: Problem };

/** Never rejects: a network that fails is a problem as well. */
async function answerOf<T>(request: (signal: AbortSignal) => Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await request(AbortSignal.timeout(responseTimeoutMs)) };
  } catch (error) {
    return { problem: isProblem(error) ? error : unreachable };
  }
}

export const readMe = () => answerOf((signal) => read("/driver/me", { signal }));

export const readStops = () =>
  answerOf((signal) =>
    read("/driver/stops", {
      signal,
      onResponse: rememberServerTime,
    }),
  );

export const chooseOrder = (stops: readonly string[]) =>
  answerOf((signal) => put("/driver/stops/order", { stops }, { signal }));

/** `at` and `sentAt` are the phone's times, as in `sendReports`. */
export const setDuty = (onDuty: boolean, at: string, sentAt: string) =>
  answerOf((signal) => put("/driver/me/duty", { on_duty: onDuty, at, sent_at: sentAt }, { signal }));

/** The phone has what the driver is told, or they have seen it. `sentAt` is the phone's time, as in `sendReports`. */
export const confirmNotices = (
  sentAt: string,
  what: { reached?: string[]; seen?: { id: string; at: string }[] },
) => answerOf((signal) => post("/driver/notices", { sent_at: sentAt, ...what }, { signal }));

/** A repeated answer is the same one. */
export function answerOffer({ id, assignmentId, isAccepted, reason }: AnswerEntry) {
  const path = `/driver/assignments/${assignmentId}/${isAccepted ? "acceptance" : "rejection"}` as const;
  const body = isAccepted ? undefined : { id, ...(reason !== null && { reason_code: reason }) };
  return answerOf((signal) => post(path, body, { signal }));
}

/** `sentAt` is the phone's time: by it the server corrects the times of the reports. */
export const sendReports = (sentAt: string, reports: readonly unknown[]) =>
  answerOf((signal) => post("/driver/reports", { sent_at: sentAt, reports }, { signal }));

export const uploadPicture = (bytes: Blob) => answerOf((signal) => post("/driver/images", bytes, { signal }));

/** Exchanges the code of a link for the cookie of this phone. */
export const connect = (code: string, deviceName: string) =>
  answerOf((signal) => post("/driver/link", { code, device_name: deviceName }, { signal }));

/** Where the browser lets this phone be woken. */
export const putPush = (subscription: PushSubscriptionInput) =>
  answerOf((signal) => put("/driver/me/push", subscription, { signal }));

export const testPush = () => answerOf((signal) => post("/driver/me/push/test", undefined, { signal }));

/** What this phone can do, for the dispatcher. */
export const putPhone = (abilities: PhoneAbilities) =>
  answerOf((signal) => put("/driver/me/phone", abilities, { signal }));

export const signOut = () => answerOf((signal) => remove("/driver/me/session", { signal }));
