import { Modal, type ModalProps } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

interface DialogProps extends Pick<ModalProps, "size"> {
  title: string;
  /** Without it, only the dialog's own content can close it. */
  onClose?: () => void;
  /** A slip (Escape, a click outside) does not close it. */
  isKept?: boolean;
  /** Hides the whole page. */
  isCover?: boolean;
  children: ReactNode;
}

/** The open dialogs, the topmost last. */
const stack: symbol[] = [];

/** An open dialog. It focuses its first field, and returns the focus when it closes. */
export function Dialog(props: DialogProps) {
  const { title, onClose, isKept = onClose === undefined, isCover = false, size = "md", children } = props;
  const before = useRef(document.activeElement);
  const [id] = useState(() => Symbol(title));
  useLayoutEffect(() => {
    // A menu item is gone with its menu by now; a previous dialog has returned the focus.
    const { activeElement, body } = document;
    const opener = openerOf(activeElement === body ? before.current : activeElement);
    stack.push(id);
    return () => {
      opener?.focus({ preventScroll: true });
      // Later: the key that closed it also reaches the dialog beneath.
      setTimeout(() => stack.splice(stack.indexOf(id), 1));
    };
  }, [id]);
  const close = () => {
    // Every dialog receives the Escape key, even one beneath another or under a cover.
    if (stack.at(-1) === id && document.querySelector(".cover") === null) onClose?.();
  };
  return (
    <Modal
      opened
      title={title}
      size={size}
      {...(isCover && { className: "cover", withOverlay: false })}
      onClose={close}
      withCloseButton={onClose !== undefined}
      closeOnEscape={!isKept}
      closeOnClickOutside={!isKept}
      returnFocus={false}
    >
      <Content>{children}</Content>
    </Modal>
  );
}

/** Mantine's dialogs focus `data-autofocus`, or else the close button. */
function Content({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current?.querySelector("[data-autofocus]")) return;
    place.current?.querySelector(":is(input, textarea, button):enabled")?.setAttribute("data-autofocus", "");
  }, []);
  return <div ref={place}>{children}</div>;
}

/** For a menu item, the button of its menu: the item is gone by then. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = menu ? document.getElementById(menu) : element;
  return opener instanceof HTMLElement ? opener : null;
}
