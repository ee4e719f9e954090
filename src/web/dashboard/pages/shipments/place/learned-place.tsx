import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { lineOf } from "@/delivery/model/address-line.ts";
import { remove } from "@/web/browser/api.ts";
import type { Place } from "@/web/map/place.ts";
import { Permitted } from "../../../components/permitted.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { Time } from "../../../components/time.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useAction, useRead } from "../../../queries.ts";
import { placeInWords } from "./words.ts";

interface LearnedPlaceProps {
  address: Parameters<typeof lineOf>[0];
  /** Where Waybill has the place from. */
  source: string;
  /** The town's center. */
  area: Place | null | undefined;
  /** Takes a place for the pin; without it nobody is asked for one. */
  onTake?: ((place: Place) => void) | undefined;
  isTaking?: boolean;
}

/** Where own drivers handed over: once they agree it is the place, before that a suggestion. One click forgets it. */
export function LearnedPlace({ address, source, area, onTake, isTaking = false }: LearnedPlaceProps) {
  const environment = useEnvironment();
  const line = lineOf(address);
  const isLearned = source === "learned";
  const { data: taught } = useRead("/platform/places", {
    environment,
    query: { address: line },
    enabled: onTake !== undefined && !isLearned,
  });
  const last = onTake && !isLearned ? taught?.last_time : undefined;
  const forget = useAction(() => remove("/platform/places", { environment, query: { address: line } }), {
    changes: ["/platform/places", "/platform/geocoding/place"],
    success: "Forgotten. New orders to this address do not use it.",
  });
  if (!isLearned && !last) return null;
  return (
    <Group gap="xs" role="group" aria-label="Learned place">
      <Text size="sm" c="dimmed">
        {last ? (
          <>
            Last time here: {placeInWords(last, area, address.city)}, <Time at={last.handed_over_at} />.
          </>
        ) : (
          "Your drivers handed over here before."
        )}
      </Text>
      {last && onTake && (
        <Write isPending={isTaking} onClick={() => onTake(last)}>
          Use this place
        </Write>
      )}
      {!forget.isSuccess && (
        <Write isPending={forget.isPending} onClick={() => forget.mutate(undefined)}>
          Forget this place
        </Write>
      )}
      <ActionProblem problem={forget.error} />
    </Group>
  );
}

function Write(props: { isPending: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Permitted needs={["shipments:write"]}>
      <Button size="compact-xs" variant="default" loading={props.isPending} onClick={props.onClick}>
        {props.children}
      </Button>
    </Permitted>
  );
}
