import { ActionIcon, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type MouseEvent, useState } from "react";

const successShownMs = 4_000;

/** Copies a text to the clipboard. If the browser refuses, it selects the text on the page. */
export function Copy({ text, label }: { text: string; label: string }) {
  const { outcome, copy } = useCopy(text);
  const press = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (!(await copy())) select(text, currentTarget);
  };
  const isDone = outcome === "copied";
  return (
    <>
      <Tooltip label={outcome ? outcomes[outcome] : label}>
        <ActionIcon variant="subtle" color={isDone ? "green" : "gray"} aria-label={label} onClick={press}>
          {isDone ? <IconCheck size={18} /> : <IconCopy size={18} />}
        </ActionIcon>
      </Tooltip>
      <CopyAnnouncement outcome={outcome} />
    </>
  );
}

type CopyOutcome = "copied" | "refused";

const outcomes = {
  copied: "Copied",
  refused: "The browser blocked copying. The text is selected: copy it manually.",
} as const satisfies Record<CopyOutcome, string>;

/** `copy` returns whether it succeeded. `outcome` shows a success briefly, and a refusal until one succeeds. */
export function useCopy(text: string) {
  const [outcome, setOutcome] = useState<CopyOutcome>();
  const copy = async () => {
    const isCopied = await copyText(text);
    setOutcome(isCopied ? "copied" : "refused");
    if (isCopied) setTimeout(() => setOutcome(undefined), successShownMs);
    return isCopied;
  };
  return { outcome, copy };
}

/** Announces the outcome to screen readers. */
export function CopyAnnouncement({ outcome }: { outcome: CopyOutcome | undefined }) {
  return (
    <VisuallyHidden component="span" aria-live="polite">
      {outcome && outcomes[outcome]}
    </VisuallyHidden>
  );
}

/** Browsers have no clipboard API over plain HTTP, except on localhost. */
async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyByField(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

function copyByField(text: string): boolean {
  const { activeElement } = document;
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  return isCopied;
}

/** Selects the nearest element with exactly this text. */
function select(text: string, near: Element): void {
  for (let around = near.parentElement; around !== null; around = around.parentElement) {
    const place = Array.from(around.querySelectorAll("*")).find(({ textContent }) => textContent === text);
    if (place) return getSelection()?.selectAllChildren(place);
  }
}
