import { useCallback, useEffect, useState } from "preact/hooks";
import { checkHash } from "../link.ts";
import { useTexts } from "../texts.ts";

/** What looks at the phone is loaded when somebody wants to look, or after a while. */

/** The day comes first. */
const reviewAfterMs = 3_000;

type Check = typeof import("./phone-check.tsx").PhoneCheck;

/** What the phone can do: after it was connected, and when the driver asks. */
export function usePhoneCheck(): { view: Check | undefined; open(): void; close(): void } {
  const [view, setView] = useState<Check>();
  // A phone without a network has it from an earlier time, or not at all.
  const open = useCallback(
    () =>
      void import("./phone-check.tsx").then(
        ({ PhoneCheck }) => {
          setView(() => PhoneCheck);
          window.scrollTo(0, 0);
        },
        () => {},
      ),
    [],
  );
  useEffect(() => {
    if (location.hash === checkHash) open();
  }, [open]);
  return {
    view,
    open,
    close() {
      setView(undefined);
      history.replaceState(null, "", location.pathname);
    },
  };
}

/** Tells the dispatcher what the phone can do, where that changed. @param publicKey undefined where push is off */
export function useReview(publicKey: string | undefined): void {
  const texts = useTexts();
  useEffect(() => {
    const timer = setTimeout(() => {
      const looking = import("../abilities.ts").then(({ reviewPhone }) => reviewPhone(publicKey, texts));
      // Nobody waits for it, and the next start of the page looks again.
      void looking.catch(() => {});
    }, reviewAfterMs);
    return () => clearTimeout(timer);
  }, [publicKey, texts]);
}
