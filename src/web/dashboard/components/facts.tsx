import { Code } from "@mantine/core";
import type { ReactNode } from "react";

/** Labels with their values; side by side, or below each other in narrow windows. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

interface FactProps {
  label: string;
  isCode?: boolean;
  children: ReactNode;
}

export function Fact({ label, isCode = false, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{isCode ? <Code>{children}</Code> : children}</dd>
    </div>
  );
}
