import { Modal, type ModalProps } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef } from "react";

interface DialogProps extends Pick<ModalProps, "size"> {
  title: string;
  /** Without it the dialog is closed by what it asks for alone. */
  onClose?: () => void;
  /** No slip closes it. */
  isKept?: boolean;
  /** Nothing of the page is seen meanwhile. */
  isCover?: boolean;
  children: ReactNode;
}

/** A dialog, there as long as it is drawn. It begins at its first field, and gives the focus back where it was. */
export function Dialog(props: DialogProps) {
  const { title, onClose, isKept = onClose === undefined, isCover = false, size = "md", children } = props;
  const before = useRef(document.activeElement);
  useLayoutEffect(() => {
    // An item has gone with its menu by now; a dialog before this one has given the focus back.
    const { activeElement, body } = document;
    const opener = openerOf(activeElement === body ? before.current : activeElement);
    return () => opener?.focus({ preventScroll: true });
  }, []);
  const close = () => {
    // Every dialog hears the Escape key, one under a cover too.
    if (document.querySelector(".cover") === null) onClose?.();
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

/** Mantine's dialogs begin where `data-autofocus` is, or else at the button that closes them. */
function Content({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current?.querySelector("[data-autofocus]")) return;
    place.current?.querySelector(":is(input, textarea, button):enabled")?.setAttribute("data-autofocus", "");
  }, []);
  return <div ref={place}>{children}</div>;
}

/** Of an item the button of its menu, since the menu is gone by then. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = menu ? document.getElementById(menu) : element;
  return opener instanceof HTMLElement ? opener : null;
}
