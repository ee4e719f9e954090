import type { ComponentProps, MouseEvent } from "react";

/** The element of every button. It uses `aria-disabled`, since `disabled` would drop the keyboard focus. */
export function ButtonRoot({ disabled, onClick, type = "button", ...others }: ComponentProps<"button">) {
  return (
    <button
      {...others}
      type={type}
      aria-disabled={disabled || undefined}
      onClick={disabled ? refuse : onClick}
    />
  );
}

/** Also stops the Enter key in a field from submitting the form. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
}
