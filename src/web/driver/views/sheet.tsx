/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { useTexts } from "../texts.ts";

/** That the phone has no room for what a form says. The notices of the page are behind the form. */
export function FullNotice() {
  const texts = useTexts();
  return (
    <p class="alert" role="alert">
      {texts.full}
    </p>
  );
}

interface Props {
  title: string;
  onClose(): void;
  children: ComponentChildren;
}

/** A dialog from the bottom of the screen, where the thumb is. It keeps the focus, and gives it back. */
export function Sheet({ title, onClose, children }: Props) {
  const texts = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before anything else can take the focus: a key that comes after the tap is meant for the dialog.
  useLayoutEffect(() => {
    const { current } = dialog;
    const before = document.activeElement;
    current?.showModal();
    return () => {
      current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      // What opened it went with the former stop.
      else document.querySelector("h1")?.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <div class="sheet-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
      {children}
    </dialog>
  );
}
