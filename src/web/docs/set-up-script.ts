/** The browser's part of the page at `/setup`: sends the form with the token of the set-up link. */

interface Problem {
  code: string;
  detail: string;
  errors?: { pointer: string; detail: string }[];
}

// The fragment reaches no server and no log. It is removed so that nobody reads it in the address bar.
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);

const form = document.querySelector("form");
if (form && token === "") showNoLink();
else if (form) form.hidden = false;
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  send(form);
});

async function send(form: HTMLFormElement): Promise<void> {
  tell("");
  tellFields(form, []);
  const response = await fetch("/api/v1/auth/setup", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token, ...Object.fromEntries(new FormData(form)) }),
  }).catch(() => undefined);
  if (!response) return tell("The server did not answer. Try again.");
  if (response.ok) return location.replace("/dashboard");
  const problem = (await response.json()) as Problem;
  if (problem.code === "set_up_refused") return showNoLink(problem.detail);
  if (problem.errors === undefined) return tell(problem.detail);
  tellFields(form, problem.errors);
}

/** Shows each error beside its field and focuses the first invalid one. */
function tellFields(form: HTMLFormElement, errors: NonNullable<Problem["errors"]>): void {
  const faults = new Map(errors.map(({ pointer, detail }) => [pointer.slice(2), detail]));
  for (const input of form.querySelectorAll("input")) {
    const fault = faults.get(input.name);
    const place = document.getElementById(input.name);
    if (place) place.textContent = fault === undefined ? "" : `This field ${fault}.`;
    input.setAttribute("aria-invalid", String(fault !== undefined));
  }
  form.querySelector<HTMLInputElement>("[aria-invalid=true]")?.focus();
}

function tell(sentence: string): void {
  const place = document.querySelector("[role=alert]");
  if (place) place.textContent = sentence;
}

function showNoLink(reason?: string): void {
  const [place, text] = [document.getElementById("no-link"), document.getElementById("reason")];
  if (text && reason !== undefined) text.textContent = reason;
  if (place) place.hidden = false;
  if (form) form.hidden = true;
}
