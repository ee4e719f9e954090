import { Stack } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";

interface OptionalFieldsProps {
  /** Names the fields within. */
  label: string;
  /** The errors of the form. */
  errors: object;
  /** Where the fields are in the form. With them the fields come when they are first shown: a long form has many. */
  paths?: readonly string[];
  children: ReactNode;
}

/** Collapsed fields that most people leave empty. Opens when one of them is wrong, or is where a dialog begins. */
export function OptionalFields({ label, errors, paths, children }: OptionalFieldsProps) {
  const place = useRef<HTMLDetailsElement>(null);
  const [isHere, setIsHere] = useState(paths === undefined);
  const isWrong = Object.keys(errors).some((error) =>
    paths?.some((path) => error === path || error.startsWith(`${path}.`)),
  );
  // Before the first wrong field gets the focus.
  if (isWrong && !isHere) setIsHere(true);
  useEffect(() => {
    const wanted = Object.keys(errors).length > 0 ? "[aria-invalid=true]" : "[data-autofocus]";
    if (place.current?.querySelector(wanted)) place.current.open = true;
  }, [errors]);
  return (
    <details
      ref={place}
      className="more"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setIsHere(true);
      }}
    >
      <summary>{label}</summary>
      {isHere && <Stack gap="sm">{children}</Stack>}
    </details>
  );
}
