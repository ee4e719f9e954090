import type { FieldProblem, Problem } from "../browser/problem.ts";
import type { Draft, DraftField } from "./draft.ts";
import { gramsIn, numberIn } from "./request.ts";
import type { Texts } from "./texts/en.ts";

/** What is wrong with an order, in the page's words. Pure. */

export type Faults = Partial<Record<DraftField, string>>;

/** Which field a member of the request stands for. */
const fields: readonly [pointer: RegExp, field: DraftField][] = [
  [/^#\/delivery\/contact\/name/, "name"],
  [/^#\/delivery\/contact\/phone/, "phone"],
  [/^#\/delivery\/address\/line1/, "line1"],
  [/^#\/delivery\/address\/postal_code/, "postal_code"],
  [/^#\/delivery\/address\/city/, "city"],
  [/^#\/delivery\/address\/country/, "country"],
  [/^#\/delivery\/window/, "window"],
  [/^#\/delivery\/instructions/, "note"],
  [/^#\/parcels\/0\/weight_grams/, "weight"],
  [/^#\/parcels/, "parcels"],
  [/^#\/service/, "service"],
];

const required: readonly DraftField[] = ["name", "line1", "city", "parcels", "weight"];
/** How the texts of these are read. */
const readings: Partial<Record<DraftField, (text: string) => number | undefined>> = {
  parcels: numberIn,
  weight: gramsIn,
};

/** What is missing or no number, before anything is sent. */
export function missingIn(draft: Draft, { problems }: Texts): Faults {
  return Object.fromEntries(
    required.flatMap((field) => {
      if (draft[field].trim() === "") return [[field, problems.required]];
      const read = readings[field];
      return read && read(draft[field]) === undefined ? [[field, problems.invalid]] : [];
    }),
  );
}

/** What the server says of single fields. */
export function faultsOf({ errors = [] }: Problem, texts: Texts): Faults {
  const known = errors.flatMap((error) => {
    const [, field] = fields.find(([pointer]) => pointer.test(error.pointer ?? "")) ?? [];
    return field === undefined ? [] : [[field, faultText(field, error, texts)] as const];
  });
  return Object.fromEntries(known);
}

function faultText(field: DraftField, { code }: FieldProblem, { problems }: Texts): string {
  if (code === "required") return problems.required;
  if (code === "max_length") return problems.tooLong;
  if (code === "maximum") return problems.tooMany;
  if (field === "phone") return problems.phone;
  return field === "window" ? problems.windowOver : problems.invalid;
}

/** What the server says of a request as a whole. */
export function problemText({ status, code }: Problem, texts: Texts, firm: string): string {
  const { problems, closed } = texts;
  if (status === 0) return problems.notSent;
  switch (code) {
    case "order_form_paused":
      return `${closed.paused(firm)} ${closed.kept}`;
    case "order_form_not_ready":
      return closed.notOpen;
    case "order_limit_reached":
      return problems.dayFull;
    case "not_found":
      return closed.unknown;
    case "order_code_wrong":
      return problems.wrongCode;
    case "customer_without_email":
    case "mail_unavailable":
      return texts.mine.noEmail(firm);
    case "order_right_missing":
    case "shipment_not_cancellable":
    case "shipment_not_recallable":
    case "shipment_redacted":
    case "not_own_fleet":
      return problems.tooLate;
    default:
      return status === 429 ? problems.tooOften : problems.other;
  }
}
