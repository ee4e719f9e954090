import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import type { Tone } from "../theme.ts";

interface NoticeProps {
  tone: Tone;
  role?: "alert" | "status";
  children: ReactNode;
}

/** An important message. */
export function Notice({ tone, role, children }: NoticeProps) {
  return (
    <Box className="notice" data-tone={tone} role={role} tabIndex={role === "alert" ? -1 : undefined}>
      {children}
    </Box>
  );
}
