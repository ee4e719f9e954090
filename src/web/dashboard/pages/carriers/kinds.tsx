import { Anchor } from "@mantine/core";
import type { CarrierKindView } from "@/delivery/connections/setup/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import { useRead } from "../../queries.ts";
import type { SettingsSchema } from "../../settings-schema.ts";

export interface CarrierKind extends Omit<CarrierKindView, "settings_schema"> {
  settings_schema: SettingsSchema;
}

/** The kinds of carriers that can be set up in an environment. */
export function useKinds(environment: Environment): readonly CarrierKind[] | undefined {
  const { data } = useRead("/platform/carrier-kinds", { environment });
  return data?.data as readonly CarrierKind[] | undefined;
}

/** Code of a kind → its name. */
export function useKindNames(environment: Environment): ReadonlyMap<string, string> {
  return new Map(useKinds(environment)?.map(({ code, name }) => [code, name]));
}

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
