import { Anchor, type AnchorProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { useCarriersPlace } from "./place.ts";

interface CarrierLinkProps extends AnchorProps {
  carrier: Pick<CarrierDetails, "id">;
  children: ReactNode;
}

/** Links to a carrier's page, among the account's carriers or the installation's. */
export function CarrierLink({ carrier: { id }, ...anchor }: CarrierLinkProps) {
  const { environment, isInstallation } = useCarriersPlace();
  return (
    <Anchor
      {...anchor}
      renderRoot={(props) => (
        <Link
          to={
            isInstallation
              ? "/$environment/operator/carriers/$carrierId"
              : "/$environment/carriers/$carrierId"
          }
          params={{ environment, carrierId: id }}
          {...props}
        />
      )}
    />
  );
}
