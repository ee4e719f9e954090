/** The browser's part of the page at `/setup`: sends the form, with the token of the link that the reader came by. */

interface Problem {
  detail: string;
  errors?: { pointer: string; detail: string }[];
}

// Behind the # no server and no log sees it; nor does anybody who looks at the address afterwards.
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);

const form = document.querySelector("form");
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  send(form);
});

async function send(form: HTMLFormElement): Promise<void> {
  tell("");
  const response = await fetch("/api/v1/auth/setup", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token, ...Object.fromEntries(new FormData(form)) }),
  }).catch(() => undefined);
  if (!response) return tell("The server did not answer.");
  if (response.ok) return showDone();
  const { detail, errors = [] } = (await response.json()) as Problem;
  const fields = errors.map((error) => `${error.pointer.slice(2).replaceAll("_", " ")} ${error.detail}.`);
  tell([detail, ...fields].join(" "));
}

function tell(sentence: string): void {
  const place = document.querySelector("[role=alert]");
  if (place) place.textContent = sentence;
}

function showDone(): void {
  for (const part of document.querySelectorAll<HTMLElement>("[data-shown]")) {
    part.hidden = part.dataset.shown !== "afterwards";
  }
}
