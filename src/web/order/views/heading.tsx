/** @jsxImportSource preact */
import { useEffect, useRef } from "preact/hooks";

/** The title of what the page shows now. It takes the focus, so that keyboards and screen readers go on there. */
export function Heading({ children, isFirst = false }: { children: string; isFirst?: boolean }) {
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = children;
  }, [children]);
  useEffect(() => {
    // The focus of a page that has just opened is at its beginning.
    if (!isFirst) place.current?.focus();
  }, [isFirst]);
  return (
    <h1 ref={place} tabIndex={-1}>
      {children}
    </h1>
  );
}
