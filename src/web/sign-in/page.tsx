/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import icon from "../browser/favicon.svg";

interface PageProps {
  title: string;
  lead?: string;
  children: ComponentChildren;
  /** A link to the alternative, such as signing up. */
  footer?: ComponentChildren;
}

/** A page without a session. It focuses its first field, or its heading when it says something new. */
export function Page({ title, lead, children, footer }: PageProps) {
  const place = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one with another title is another page
  useEffect(() => {
    const field = place.current?.querySelector<HTMLElement>("input:not([readonly])");
    (field ?? heading.current)?.focus();
  }, [title]);
  return (
    <main ref={place}>
      <p class="logo">
        <img src={icon} alt="" width={26} height={26} />
        Waybill
      </p>
      <div class="card">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p class="quiet">{lead}</p>}
        </div>
        {children}
      </div>
      {footer && <p class="footer">{footer}</p>}
    </main>
  );
}

/**
 * The secret part of the link that opened the page; empty without one. Servers and logs never see what follows the
 * `#`, and the address loses it, so that nobody copies it by accident.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  return token;
}

/** Leaves for a page of the dashboard. It is not over before that is there. */
export function leaveFor(path: string): Promise<never> {
  location.replace(`/dashboard${path}`);
  return new Promise(() => {});
}
