import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffectEvent, useLayoutEffect, useState } from "react";
import { useEnvironment } from "../environment.ts";
import { focusHeading } from "../focus.ts";
import { usePermissions } from "../permissions.ts";
import { sessionQuery } from "../queries.ts";
import { Finder } from "./finder.tsx";
import { Help } from "./help.tsx";
import { focusSearch, pressKey } from "./keys.ts";
import { menuOf } from "./menu.ts";

interface FindingProps {
  /** The keys that were pressed and not yet handled. Behind a line feed, or a slash, is the first text of the finder. */
  pressed: string;
  onHandled: () => void;
}

/** The finder, the single keys, and the dialog that lists them. */
export function Finding({ pressed, onHandled }: FindingProps) {
  const router = useRouter();
  const environment = useEnvironment();
  const { may } = usePermissions();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [dialog, setDialog] = useState<"finder" | "help">();
  const [firstText, setFirstText] = useState("");
  const close = () => setDialog(undefined);
  const searcher = { environment, may, isOperator: session.user.is_operator, ownAccount: session.account };
  const menu = menuOf(searcher);
  const go = (to: string) => {
    const stop = router.subscribe("onRendered", () => {
      stop();
      focusHeading();
    });
    router.history.push(`/dashboard${to}`);
  };
  const openFinder = (text: string) => {
    setFirstText(text);
    setDialog("finder");
  };
  const handle = useEffectEvent((keys: string) => {
    const text = keys.slice(1);
    if (keys.startsWith("\n")) openFinder(text);
    else if (keys.startsWith("/")) focusSearch(text) || openFinder(text);
    else for (const key of keys) pressKey(key, { menu, go, openHelp: () => setDialog("help") });
    onHandled();
  });
  // Before the next key comes: it belongs to the field that is opened here.
  useLayoutEffect(() => {
    if (pressed !== "") handle(pressed);
  }, [pressed]);
  if (dialog === "finder")
    return <Finder firstText={firstText} searcher={searcher} menu={menu} go={go} onClose={close} />;
  return dialog === "help" && <Help menu={menu} onClose={close} />;
}
