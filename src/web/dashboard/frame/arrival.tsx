import { VisuallyHidden } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { goToHeading } from "../focus.ts";

/**
 * Another page is told of, as a browser tells of one that it loads. The focus stays where it is still of use, in tabs
 * and in the header; from elsewhere it goes to the heading.
 */
export function Arrival() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
        if (!pathChanged || fromLocation === undefined) return;
        setTitle(document.title);
        if (!document.activeElement?.closest("main, header, [role=dialog]")) goToHeading();
      }),
    [router],
  );
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {title}
    </VisuallyHidden>
  );
}
