import { Button, type ButtonProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";

interface DuplicateProps extends ButtonProps {
  shipment: ShipmentView;
  children: ReactNode;
}

/** Opens the form for a new shipment, filled with this one. */
export function Duplicate({ shipment: { id, environment }, ...button }: DuplicateProps) {
  return (
    <Button
      variant="default"
      {...button}
      renderRoot={(props) => (
        <Link to="/$environment/shipments/new" params={{ environment }} search={{ copy: id }} {...props} />
      )}
    />
  );
}
