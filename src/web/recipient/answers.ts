import type { PublicTrackingView, ShownProofView } from "../../delivery/lifecycle/tracking/public-schema.ts";
import { type LeavePlace, leavePlaces } from "../../delivery/model/handover.ts";
import { thumbs } from "../../delivery/model/model.ts";
import { noteMax, textMax } from "../../delivery/recipients/link/schema.ts";
import { html } from "../serving/html.ts";
import { mark, part, withHtml } from "./html.ts";
import type { Texts } from "./texts/en.ts";

/**
 * What a recipient can do on the page, as ordinary forms. Without a script the page reloads itself, which would empty
 * them: then each form is on a page of its own, that stays. The script takes them from their templates.
 */

const formNames = ["pin", "proof", "instructions", "rating"] as const;
export type FormName = (typeof formNames)[number];

/** What came of a form that was sent, or an opened one. */
export interface Answer {
  form: FormName;
  /** Why it was refused. */
  problem?: string;
  /** What was in it. */
  entered?: Readonly<Record<string, string>>;
  isSaved?: true;
  pin?: string;
  proof?: ShownProofView;
}

export interface Reading {
  token: string;
  texts: Texts;
  /** Undefined on the page that reloads itself. */
  answer?: Answer | undefined;
}

const thumbSigns = { up: "👍", down: "👎" } as const;

export function pinOf(view: PublicTrackingView, reading: Reading): string {
  const { texts, answer } = reading;
  const { title, why, copy, copied } = texts.pin;
  const heading = `<h2>${title}</h2>`;
  if (answer?.pin !== undefined) {
    const button = `<button type="button" data-copy="${answer.pin}" data-done="${copied}" hidden>${copy}</button>`;
    return part(
      "pin",
      `${heading}<p class="shown" role="status"><output dir="ltr">${answer.pin}</output> ${button}</p><p class="quiet">${why}</p>`,
    );
  }
  if (view.pin === "none") return part("pin", "");
  if (view.pin === "carrier") {
    const told = texts.pin.fromCarrier(view.carrier ?? texts.theCarrier);
    return part("pin", `${heading}<p>${html(told)}</p>`);
  }
  if (view.pin === "locked") return part("pin", `${heading}${lockedOf(view, texts)}`);
  return part("pin", `${heading}<p class="quiet">${why}</p>${digitsForm("pin", texts.pin, reading)}`);
}

/** Signature, photos and the receiver's name, or the form that shows them. */
export function proofOf(view: PublicTrackingView, reading: Reading): string {
  const { texts, answer } = reading;
  const { proof_of_delivery: open, proof_access: access } = view;
  const heading = `<h2>${texts.proof}</h2>`;
  if (access === "none" || open === null) return part("proof", "");
  if (access === "shown") return part("proof", heading + figuresOf(open, texts));
  if (answer?.proof) {
    const { recipient_name: name } = answer.proof;
    const { receivedBy } = texts.hiddenProof;
    const received = name && `<p>${withHtml(receivedBy(mark), `<bdi>${html(name)}</bdi>`)}</p>`;
    return part(
      "proof",
      `${heading}<div role="status" data-shown>${received ?? ""}${figuresOf(answer.proof, texts)}</div>`,
    );
  }
  if (access === "locked") return part("proof", `${heading}${lockedOf(view, texts)}`);
  return part("proof", heading + digitsForm("proof", texts.hiddenProof, reading));
}

function figuresOf(
  { signature_url, photo_urls }: Pick<ShownProofView, "signature_url" | "photo_urls">,
  texts: Texts,
): string {
  const signature = signature_url ? [{ url: signature_url, name: texts.signature }] : [];
  const photos = photo_urls.map((url) => ({ url, name: texts.photo }));
  const figures = [...signature, ...photos].map(({ url, name }) => {
    const { pathname, search } = new URL(url);
    return `<figure><img src="${html(pathname + search)}" alt="${name}"><figcaption>${name}</figcaption></figure>`;
  });
  return figures.length === 0 ? "" : `<div class="figures">${figures.join("")}</div>`;
}

/** After too many wrong tries, with whom to ask. */
function lockedOf({ sender }: PublicTrackingView, texts: Texts): string {
  return `<p role="alert">${texts.pin.locked}</p><p>${html(texts.contactSender(sender))}</p>`;
}

function digitsForm(
  name: "pin" | "proof",
  { confirm, show }: { confirm: string; show: string },
  reading: Reading,
): string {
  const fields = `<p>${confirm}</p><label>${reading.texts.pin.digits} <input name="digits" class="digits" inputmode="numeric" autocomplete="off" minlength="4" maxlength="4" dir="ltr" required></label>`;
  return kept(name, formOf(name, fields, show, reading), show, reading);
}

export function instructionsOf({ instructions }: PublicTrackingView, reading: Reading): string {
  const { texts, answer } = reading;
  const { title, add, change, save, saved, mustMeet } = texts.instructions;
  const { text, leave, may } = instructions;
  if (!may.text && text === null && leave === null) return part("instructions", "");
  const said = [
    leave &&
      `<p class="said">${texts.instructions[leave.where as LeavePlace]}${leave.note ? `: <bdi>${html(leave.note)}</bdi>` : ""}</p>`,
    text && `<p class="said"><bdi>${html(text)}</bdi></p>`,
    answer?.form === "instructions" && answer.isSaved ? `<p role="status">${saved}</p>` : "",
  ].filter(Boolean);
  const heading = `<h2>${title}</h2>${said.join("")}`;
  if (!may.text) return part("instructions", heading);
  const fields = `${leaveFields(instructions, reading)}${may.neighbor ? "" : `<p class="quiet">${mustMeet}</p>`}${textField("text", texts.instructions.text, text, reading)}`;
  const label = said.length > 0 ? change : add;
  const form = folded("instructions", label, formOf("instructions", fields, save, reading), reading);
  return part("instructions", heading + kept("instructions", form, label, reading));
}

function leaveFields({ may, leave }: PublicTrackingView["instructions"], reading: Reading): string {
  const { inPerson, leave: question, note, ...texts } = reading.texts.instructions;
  const offered = leavePlaces.filter((place) => may[place]);
  if (offered.length === 0) return "";
  const entered = enteredIn("instructions", reading);
  const chosen = entered ? entered.where : leave?.where;
  const choices = [
    { value: "", name: inPerson },
    ...offered.map((place) => ({ value: place, name: texts[place] })),
  ];
  const radios = choices.map(
    ({ value, name }) =>
      `<label><input type="radio" name="where" value="${value}"${(chosen ?? "") === value ? " checked" : ""}> ${name}</label>`,
  );
  const noteText = entered?.note ?? leave?.note ?? "";
  return `<fieldset><legend>${question}</legend>${radios.join("")}</fieldset><label>${note} <input name="note" maxlength="${noteMax}" value="${html(noteText)}" dir="auto"></label>`;
}

export function ratingOf({ status, rating, redacted_at }: PublicTrackingView, reading: Reading): string {
  const { texts } = reading;
  const { title, send, thanks } = texts.rating;
  if (status !== "delivered" || redacted_at !== null) return part("rating", "");
  const entered = enteredIn("rating", reading);
  const chosen = entered ? entered.thumb : rating?.thumb;
  const choices = thumbs.map(
    (thumb) =>
      `<label><input type="radio" name="thumb" value="${thumb}" required${chosen === thumb ? " checked" : ""}> <span aria-hidden="true">${thumbSigns[thumb]}</span> ${texts.rating[thumb]}</label>`,
  );
  const fields = `<fieldset class="thumbs" aria-label="${title}">${choices.join("")}</fieldset>${textField("comment", texts.rating.comment, rating?.comment ?? null, reading)}`;
  const form = formOf("rating", fields, send, reading);
  if (rating === null) return part("rating", `<h2>${title}</h2>${kept("rating", form, title, reading)}`);
  const said = `<p role="status">${thanks}</p><p class="said"><span role="img" aria-label="${texts.rating[rating.thumb as "up" | "down"]}">${thumbSigns[rating.thumb as "up" | "down"]}</span> <bdi>${html(rating.comment ?? "")}</bdi></p>`;
  const { change } = texts.instructions;
  return part(
    "rating",
    `<h2>${title}</h2>${said}${kept("rating", folded("rating", change, form, reading), change, reading)}`,
  );
}

function textField(name: "text" | "comment", label: string, text: string | null, reading: Reading): string {
  const entered = enteredIn(name === "text" ? "instructions" : "rating", reading);
  return `<label>${label} <textarea name="${name}" rows="2" maxlength="${textMax}" dir="auto">${html(entered?.[name] ?? text ?? "")}</textarea></label>`;
}

/** What was in the form when it was refused. */
function enteredIn(form: FormName, { answer }: Reading): Answer["entered"] {
  return answer?.form === form ? answer.entered : undefined;
}

function formOf(name: FormName, fields: string, button: string, { token, texts, answer }: Reading): string {
  const problem = answer?.form === name ? answer.problem : undefined;
  const alert = problem ? `<p class="problem" role="alert">${html(problem)}</p>` : "";
  return `<form method="post" action="/t/${token}/${name}" data-not-sent="${html(texts.problems.notSent)}">${fields}${alert}<button>${button}</button></form>`;
}

function folded(name: FormName, label: string, form: string, { answer }: Reading): string {
  const isOpen = answer?.form === name && !answer.isSaved;
  return `<details${isOpen ? " open" : ""}><summary>${label}</summary>${form}</details>`;
}

/** On a page that reloads itself: a link for who has no script, and the form for the script. */
function kept(name: FormName, form: string, label: string, { token, answer }: Reading): string {
  if (answer) return form;
  return `<noscript><p><a href="/t/${token}/${name}">${label}</a></p></noscript><template>${form}</template>`;
}
