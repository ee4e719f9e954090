import type { DeliveryDeps } from "../../delivery/carriers/deps.ts";
import type { Recipient } from "../../delivery/lifecycle/state/digit-tries.ts";
import { digitTriesMax } from "../../delivery/lifecycle/state/digits.ts";
import { digitsAsked } from "../../delivery/lifecycle/state/recipient.ts";
import { leavePlaces } from "../../delivery/model/handover.ts";
import { thumbs } from "../../delivery/model/model.ts";
import { noteMax, textMax } from "../../delivery/recipients/link/schema.ts";
import {
  plainText,
  putInstructions,
  putRating,
  showPin,
  showProof,
} from "../../delivery/recipients/link/service.ts";
import { AppError, type ErrorCode } from "../../infra/errors.ts";
import type { BodyRule } from "../../infra/http/body.ts";
import { westernDigits } from "../../infra/text/digits.ts";
import type { Answer, FormName } from "./answers.ts";
import type { Texts } from "./texts/en.ts";

/** The forms of the page, as browsers send them. Errors are told in the recipient's language. */

export type Fields = Readonly<Record<string, string>>;

const formBytesMax = 8 * 1024;
const okStatus = 200;
const invalidStatus = 422;

/** https://url.spec.whatwg.org/#application/x-www-form-urlencoded */
export const formBody: Partial<BodyRule> = {
  mediaTypes: ["application/x-www-form-urlencoded"],
  bytesMax: formBytesMax,
  parse: (bytes) => Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes))),
};

/** Does what a form asks for. */
type Verb = (
  deps: DeliveryDeps,
  by: Recipient,
  fields: Fields,
  texts: Texts,
) => Promise<Omit<Answer, "form">>;

const verbs: Record<FormName, Verb> = {
  async pin(deps, by, fields, texts) {
    const last_digits = digitsIn(fields);
    return last_digits === undefined ? { problem: texts.pin.confirm } : showPin(deps, by, { last_digits });
  },
  async proof(deps, by, fields, texts) {
    const last_digits = digitsIn(fields);
    if (last_digits === undefined) return { problem: texts.hiddenProof.confirm };
    return { proof: await showProof(deps, by, { last_digits }) };
  },
  async instructions(deps, by, fields, texts) {
    const [text, note] = [plainText(fields.text), plainText(fields.note)];
    const where = leavePlaces.find((place) => place === fields.where);
    if (isTooLong(text, textMax) || isTooLong(note, noteMax)) return { problem: texts.problems.tooLong };
    await putInstructions(deps, by, { text, leave: where ? { where, note } : null });
    return { isSaved: true };
  },
  async rating(deps, by, fields, texts) {
    const comment = plainText(fields.comment);
    const thumb = thumbs.find((each) => each === fields.thumb);
    if (thumb === undefined) return { problem: texts.rating.title };
    if (isTooLong(comment, textMax)) return { problem: texts.problems.tooLong };
    await putRating(deps, by, { thumb, comment });
    return { isSaved: true };
  },
};

/** The entered digits; undefined if they are none, or not as many as asked for. */
function digitsIn({ digits = "" }: Fields): string | undefined {
  const western = westernDigits(digits);
  return /^\d+$/.test(western) && western.length === digitsAsked ? western : undefined;
}

/** @throws AppError for what the page has no words for: a link that is unknown or ended, and faults of the server */
export async function answerForm(
  deps: DeliveryDeps,
  by: Recipient,
  { form, fields, texts }: { form: FormName; fields: Fields; texts: Texts },
): Promise<{ status: number; answer: Answer }> {
  try {
    const answer = { form, ...(await verbs[form](deps, by, fields, texts)) };
    if (answer.problem === undefined) return { status: okStatus, answer };
    return { status: invalidStatus, answer: { ...answer, entered: fields } };
  } catch (error) {
    const problem = error instanceof AppError ? problemOf(error, texts) : undefined;
    if (!(error instanceof AppError) || problem === undefined) throw error;
    return { status: error.status, answer: { form, problem, entered: fields } };
  }
}

function problemOf({ code, options }: AppError, { pin, problems }: Texts): string | undefined {
  const left = options.members?.tries_left;
  const words: Partial<Record<ErrorCode, string>> = {
    digits_wrong: pin.wrong(typeof left === "number" ? left : digitTriesMax),
    digits_locked: pin.locked,
    rate_limited: problems.tooOften,
    pin_not_shown: problems.tooLate,
    proof_not_shown: problems.tooLate,
    shipment_not_editable: problems.tooLate,
    shipment_not_delivered: problems.tooLate,
    validation_failed: problems.tooLate,
  };
  return words[code];
}

/** In characters, as the API counts. */
function isTooLong(text: string | null, max: number): boolean {
  return text !== null && [...text].length > max;
}
