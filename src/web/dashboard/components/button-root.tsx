import type { ComponentProps, MouseEvent } from "react";

/** What every button is made of: one that waits, or may not be pressed yet, keeps the focus that `disabled` takes. */
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

/** Of a form's button it is also what the Enter key in a field does. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
}
