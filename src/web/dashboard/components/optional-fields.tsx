import { Stack } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

interface OptionalFieldsProps {
  /** Names the fields within. */
  label: string;
  /** The errors of the form. */
  errors: object;
  children: ReactNode;
}

/** Collapsed fields that most people leave empty. Opens when one of them is wrong. */
export function OptionalFields({ label, errors, children }: OptionalFieldsProps) {
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const isWrong = Object.keys(errors).length > 0 && place.current?.querySelector("[aria-invalid=true]");
    if (isWrong && place.current) place.current.open = true;
  }, [errors]);
  return (
    <details ref={place} className="more">
      <summary>{label}</summary>
      <Stack gap="sm">{children}</Stack>
    </details>
  );
}
