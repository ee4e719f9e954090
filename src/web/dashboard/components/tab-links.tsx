import { Link, type LinkProps, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useEnvironment } from "../environment.ts";

interface Tab {
  label: string;
  to: NonNullable<LinkProps["to"]>;
  /** Of the first, where the others stand below it. */
  isExact?: boolean;
}

interface TabLinksProps {
  label: string;
  tabs: readonly Tab[];
  /** Of their addresses, besides the environment. */
  params?: Readonly<Record<string, string>>;
}

/** Tabs that are pages with addresses of their own. */
export function TabLinks({ label, tabs, params }: TabLinksProps) {
  const environment = useEnvironment();
  const place = useLocation({ select: ({ pathname }) => pathname });
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one goes changes which of them is current
  useEffect(() => {
    row.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [place]);
  return (
    <nav ref={row} className="tab-links" aria-label={label}>
      {tabs.map(({ label: word, to, isExact = false }) => (
        <Link
          key={to}
          to={to}
          params={{ environment, ...params }}
          activeOptions={{ exact: isExact, includeSearch: false }}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}
