import { Code } from "@mantine/core";
import type { ReactNode } from "react";

/** What is known of a thing: names on the left, values on the right, below each other where it is narrow. */
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
