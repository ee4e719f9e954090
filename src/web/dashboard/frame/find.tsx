import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useLazy } from "../components/lazy.ts";
import { hasShortcuts } from "../shortcuts.ts";

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
    const opener = isFind ? "\n" : key === "/" && key;
    // Browsers have searches of their own on these.
    if (opener) event.preventDefault();
    if (!document.querySelector(covers)) setPressed((before) => opener || before + key);
  });
  // A person is there, so what they may ask for loads. The first load is over, or they would see nothing to point at.
  useEffect(() => addEventListener("pointermove", () => load().catch(() => {}), { once: true }), []);
  return (
    <>
      <UnstyledButton className="find" onClick={() => setPressed("\n")}>
        <IconSearch size={18} />
        <VisuallyHidden>Find</VisuallyHidden>
        <kbd>{hint}</kbd>
      </UnstyledButton>
      {!Finding && /^[\n/]/.test(pressed) && (
        <VisuallyHidden>
          <input
            aria-label="Find"
            ref={holdFocus}
            value={pressed.slice(1)}
            onChange={({ currentTarget }) => setPressed(pressed[0] + currentTarget.value)}
            onBlur={() => setPressed("")}
          />
        </VisuallyHidden>
      )}
      {Finding && <Finding pressed={pressed} onHandled={() => setPressed("")} />}
    </>
  );
}

/** What is typed until the finder has come is its first text: here it is no shortcut. */
function holdFocus(input: HTMLInputElement) {
  const before = document.activeElement as HTMLElement;
  input.focus();
  return () => before.focus();
}

/** Listens to the keys of the whole page. */
export function useKeyDown(onKeyDown: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKeyDown);
  useEffect(() => {
    const press = (event: KeyboardEvent) => handle(event);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
