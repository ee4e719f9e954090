import { VisuallyHidden } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { focusHeading } from "../focus.ts";

/**
 * Announces the new page to screen readers, as browsers do after a page load. The focus stays in tabs and in the header;
 * from elsewhere it moves to the heading.
 */
export function NavigationAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
        if (!pathChanged || fromLocation === undefined) return;
        setTitle(document.title);
        if (!document.activeElement?.closest("main, header, [role=dialog]")) focusHeading();
      }),
    [router],
  );
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {title}
    </VisuallyHidden>
  );
}
