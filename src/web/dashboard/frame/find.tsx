import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useLazy } from "../components/lazy.ts";
import { hasShortcuts } from "../shortcuts.ts";
import { useKeyDown } from "./key-down.ts";

const load = async () => (await import("../finder/finding.tsx")).Finding;

/** Where letters are typed. */
const fields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
/** What has the keys for itself. */
const covers = "[role=dialog], [role=menu], .cover";
const hint = navigator.userAgent.includes("Mac") ? "⌘K" : "Ctrl K";

/** The finder's button, and the keys of every page. What they do loads with the first one. */
export function Find() {
  const [pressed, setPressed] = useState("");
  const Finding = useLazy(pressed !== "", load);
  useKeyDown((event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target, isComposing } = event;
    const isFind = (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === "k";
    const isSingle =
      !ctrlKey && !metaKey && key.length === 1 && !(target as Element).closest(fields) && hasShortcuts();
    if (altKey || isComposing || !(isFind || isSingle)) return;
    // Browsers have searches of their own on these.
    if (isFind || key === "/") event.preventDefault();
    if (!document.querySelector(covers)) setPressed((before) => before + (isFind ? "\n" : key));
  });
  return (
    <>
      <UnstyledButton className="find" onClick={() => setPressed("\n")}>
        <IconSearch size={18} />
        <VisuallyHidden>Find</VisuallyHidden>
        <kbd>{hint}</kbd>
      </UnstyledButton>
      {Finding && <Finding pressed={pressed} onHandled={() => setPressed("")} />}
    </>
  );
}
