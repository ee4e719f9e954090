import { Anchor } from "@mantine/core";
import type { CarrierKind } from "./kinds.ts";

/** Links to the guide of a kind, if there is one. */
export function KindGuide({ kind }: { kind: Pick<CarrierKind, "name" | "guide"> }) {
  return (
    kind.guide !== null && (
      <Anchor inherit href={kind.guide}>
        Guide to {kind.name}
      </Anchor>
    )
  );
}
