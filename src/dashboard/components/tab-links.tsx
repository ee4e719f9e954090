import { Link, type LinkProps } from "@tanstack/react-router";
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
  return (
    <nav className="tab-links" aria-label={label}>
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
