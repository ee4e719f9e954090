import { type ReactNode, useMemo } from "react";

interface MemoProps {
  /** All that the children show, as plain data. */
  of: unknown;
  children: () => ReactNode;
}

/**
 * Renders its children again only when what they show has changed: a long form has many fields, and each keystroke
 * changes one.
 */
export function Memo({ of, children }: MemoProps): ReactNode {
  const shown = JSON.stringify(of);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the children show decides, not who they are
  return useMemo(() => children(), [shown]);
}
