import { Stack } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

interface MoreProps {
  /** What there is within. */
  label: string;
  /** What the form has found wrong. */
  errors: object;
  children: ReactNode;
}

/** Fields that most leave empty, behind one line. It opens by itself where something within is wrong. */
export function More({ label, errors, children }: MoreProps) {
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
