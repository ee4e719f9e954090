import type { ReactNode } from "react";
import { type Scope, useMay } from "../permissions.ts";

interface PermittedProps {
  /** The scopes that the control's operation needs. */
  needs: readonly Scope[];
  children: ReactNode;
}

/** A control that is absent for people whose role cannot use it. */
export function Permitted({ needs, children }: PermittedProps) {
  return useMay(...needs) && children;
}
