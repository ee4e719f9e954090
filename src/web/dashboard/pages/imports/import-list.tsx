import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ImportKind } from "@/delivery/orders/imports/columns/field.ts";
import { Permitted } from "../../components/permitted.tsx";
import { useEnvironment } from "../../environment.ts";
import { kindWords } from "./words.ts";

/** Leads from a list of things to where a file of them is imported. */
export function ImportList({ kind }: { kind: ImportKind }) {
  const environment = useEnvironment();
  return (
    <Permitted needs={kindWords[kind].needs}>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link to="/$environment/imports" params={{ environment }} search={{ kind }} {...props} />
        )}
      >
        Import a list
      </Button>
    </Permitted>
  );
}
