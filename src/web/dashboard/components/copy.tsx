import { ActionIcon, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type MouseEvent, useState } from "react";

const toldMs = 4_000;

/** Puts a text into the clipboard; where the browser refuses that, the text that stands there is selected. */
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
      <Told outcome={outcome} />
    </>
  );
}

type CopyOutcome = "copied" | "refused";

const outcomes = {
  copied: "Copied",
  refused: "The browser refused to copy it. It is selected: copy it by hand.",
} as const satisfies Record<CopyOutcome, string>;

/** `copy` says whether it was copied. So does `outcome`: a success for a moment, a refusal until one succeeds. */
export function useCopy(text: string) {
  const [outcome, setOutcome] = useState<CopyOutcome>();
  const copy = async () => {
    const isCopied = await copyText(text);
    setOutcome(isCopied ? "copied" : "refused");
    if (isCopied) setTimeout(() => setOutcome(undefined), toldMs);
    return isCopied;
  };
  return { outcome, copy };
}

/** For those who hear the page. */
export function Told({ outcome }: { outcome: CopyOutcome | undefined }) {
  return (
    <VisuallyHidden component="span" aria-live="polite">
      {outcome && outcomes[outcome]}
    </VisuallyHidden>
  );
}

/** Over plain HTTP, away from localhost, browsers have no clipboard of the newer kind. */
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

/** The nearest place that says just this. */
function select(text: string, near: Element): void {
  for (let around = near.parentElement; around !== null; around = around.parentElement) {
    const place = Array.from(around.querySelectorAll("*")).find(({ textContent }) => textContent === text);
    if (place) return getSelection()?.selectAllChildren(place);
  }
}
