import { Link, type LinkProps, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useEnvironment } from "../environment.ts";

interface Tab {
  label: string;
  to: NonNullable<LinkProps["to"]>;
  /** For a first tab whose path the others extend. */
  isExact?: boolean;
}

interface TabLinksProps {
  label: string;
  tabs: readonly Tab[];
  /** Path parameters besides the environment. */
  params?: Readonly<Record<string, string>>;
}

/** Tabs that are pages of their own. */
export function TabLinks({ label, tabs, params }: TabLinksProps) {
  const environment = useEnvironment();
  const place = useLocation({ select: ({ pathname }) => pathname });
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab changes with the path
  useEffect(() => {
    row.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [place]);
  return (
    <nav ref={row} className="tab-links" aria-label={label}>
      {tabs.map(({ label: text, to, isExact = false }) => (
        <Link
          key={to}
          to={to}
          params={{ environment, ...params }}
          activeOptions={{ exact: isExact, includeSearch: false }}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
