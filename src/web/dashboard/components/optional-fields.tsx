import { Stack } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

interface OptionalFieldsProps {
  /** Names the fields within. */
  label: string;
  /** The errors of the form. */
  errors: object;
  children: ReactNode;
}

/** Collapsed fields that most people leave empty. Opens when one of them is wrong, or is where a dialog begins. */
export function OptionalFields({ label, errors, children }: OptionalFieldsProps) {
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const wanted = Object.keys(errors).length > 0 ? "[aria-invalid=true]" : "[data-autofocus]";
    if (place.current?.querySelector(wanted)) place.current.open = true;
  }, [errors]);
  return (
    <details ref={place} className="more">
      <summary>{label}</summary>
      <Stack gap="sm">{children}</Stack>
    </details>
  );
}
