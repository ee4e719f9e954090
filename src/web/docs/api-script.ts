/**
 * The browser's part of the reference and of the carrier protocol: draws the reference, and offers signed-in readers a sandbox key
 * to try it with. The key lives in this page's memory only.
 */

/** What the standalone build of `@scalar/api-reference` defines; the page loads it first. */
declare const Scalar: { createApiReference(place: string, settings: Settings): Reference };

type Settings = Readonly<Record<string, unknown>>;

interface Reference {
  updateConfiguration(settings: Settings): void;
}

interface Session {
  account: { name: string };
}

interface IssuedKey {
  secret: string;
  prefix: string;
  last4: string;
}

/** What was drawn is looked through at most once in this time. */
const repairMs = 200;
const keyLifetimeMs = 24 * 60 * 60 * 1000;

/** Samples are in curl, TypeScript, Python and PHP; these are all the other clients that Scalar knows. */
const hiddenClients = [
  "c clojure csharp dart fsharp go http java julia kotlin node objc ocaml powershell r ruby rust swift",
  "shell/httpie shell/wget js/axios js/jquery js/ofetch js/xhr php/guzzle php/laravel",
  "python/python3 python/aiohttp python/httpx_sync python/httpx_async",
].flatMap((names) => names.split(" "));

const settings = {
  url: document.body.dataset.document,
  // The page's own origin, because its policy allows no other.
  servers: [{ url: location.origin }],
  // Nothing may leave this installation or outlive this page.
  proxyUrl: "",
  telemetry: false,
  persistAuth: false,
  // The bar has the search of all the documentation.
  hideSearch: true,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  documentDownloadType: "none",
  theme: "none",
  authentication: { preferredSecurityScheme: "api_key" },
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  hiddenClients,
};

const reference = Scalar.createApiReference("#reference", settings);
keepRepaired(document.body);
const corner = document.querySelector("#key");
if (corner && "signedIn" in document.body.dataset) await offerKey(corner);

/**
 * What Scalar draws while somebody reads gets what it lacks: names for its buttons and editors, lists that the keyboard scrolls, and a placeholder that
 * does not read like a leaked secret.
 */
function keepRepaired(place: Element): void {
  let isDue = false;
  new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      repair(place);
    }, repairMs);
  }).observe(place, { childList: true, subtree: true });
}

function repair(place: Element): void {
  for (const input of place.querySelectorAll<HTMLInputElement>('input[placeholder^="QUxM"]')) {
    input.placeholder = "Your key";
  }
  for (const button of place.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) {
    button.setAttribute("aria-label", "Copy");
  }
  for (const toggle of place.querySelectorAll(
    'button[aria-pressed][class*="group/toggle"]:not([aria-label])',
  )) {
    toggle.setAttribute("aria-label", "Dark colors");
  }
  for (const list of place.querySelectorAll<HTMLElement>("ul.endpoints:not([tabindex])")) list.tabIndex = 0;
  for (const editor of place.querySelectorAll<HTMLElement>(
    '[role="combobox"][contenteditable]:not([aria-label])',
  )) {
    editor.setAttribute("aria-label", editor.dataset.placeholder ?? "Value");
    editor.setAttribute("aria-expanded", "false");
  }
}

async function offerKey(place: Element): Promise<void> {
  const answer = await fetch("/api/v1/auth/session");
  if (!answer.ok) return;
  const { account }: Session = await answer.json();
  const button = document.createElement("button");
  button.type = "button";
  // Short enough for a phone.
  button.textContent = "Sandbox key";
  button.title = `Create a sandbox key for ${account.name}`;
  button.addEventListener("click", async () => {
    button.disabled = true;
    place.textContent = await useNewKey(account.name);
  });
  place.replaceChildren(button);
}

/** Creates a key and fills it into the reference. Returns the message for the reader. */
async function useNewKey(accountName: string): Promise<string> {
  const answer = await fetch("/api/v1/keys", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "API reference",
      environment: "sandbox",
      expires_at: new Date(Date.now() + keyLifetimeMs).toISOString(),
    }),
  });
  if (!answer.ok) {
    const problem: { detail: string } = await answer.json();
    return `Could not create a key. ${problem.detail}`;
  }
  const { secret, prefix, last4 }: IssuedKey = await answer.json();
  const authentication = {
    ...settings.authentication,
    securitySchemes: { api_key: { value: secret }, bearer: { token: secret } },
  };
  reference.updateConfiguration({ ...settings, authentication });
  return `Requests use the key ${prefix}…${last4} of ${accountName}, valid for 24 hours`;
}

export {};
