import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { useEnvironment } from "../environment.ts";
import { focusHeading } from "../focus.ts";
import { usePermissions } from "../permissions.ts";
import { sessionQuery } from "../queries.ts";
import { Finder } from "./finder.tsx";
import { Help } from "./help.tsx";
import { pressKey } from "./keys.ts";
import { menuOf } from "./menu.ts";

interface FindingProps {
  /** The keys that were pressed and not yet handled; a line feed opens the finder. */
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
  const handle = useEffectEvent((keys: string) => {
    for (const key of keys) {
      if (key === "\n") setDialog("finder");
      else
        pressKey(key, { menu, go, openFinder: () => setDialog("finder"), openHelp: () => setDialog("help") });
    }
    onHandled();
  });
  useEffect(() => {
    if (pressed !== "") handle(pressed);
  }, [pressed]);
  if (dialog === "finder") return <Finder searcher={searcher} menu={menu} go={go} onClose={close} />;
  return dialog === "help" && <Help menu={menu} onClose={close} />;
}
