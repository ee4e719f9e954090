import { Anchor, type AnchorProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Environment } from "../../../infra/environment.ts";
import { useSide } from "../side.ts";

/** Links to the page of a single object, one for each kind. */

interface ObjectLinkProps extends AnchorProps {
  environment: Environment;
  id: string;
  /** Tooltip. */
  title?: string;
  /** The text in one piece, where the link shows it in several. */
  "aria-label"?: string;
  children: ReactNode;
}

export function ShipmentLink({ environment, id, ...anchor }: ObjectLinkProps) {
  return (
    <Anchor
      {...anchor}
      renderRoot={(props) => (
        <Link to="/$environment/shipments/$shipmentId" params={{ environment, shipmentId: id }} {...props} />
      )}
    />
  );
}

/** As `ShipmentLink`. To the operator's side another account's shipment is its name only. */
export function SideShipmentLink(link: ObjectLinkProps) {
  return useSide().isInstallation ? link.children : <ShipmentLink {...link} />;
}

export function DriverLink({ environment, id, ...anchor }: ObjectLinkProps) {
  return (
    <Anchor
      {...anchor}
      renderRoot={(props) => (
        <Link to="/$environment/drivers/$driverId" params={{ environment, driverId: id }} {...props} />
      )}
    />
  );
}

export function EventLink({ environment, id, ...anchor }: ObjectLinkProps) {
  return (
    <Anchor
      {...anchor}
      renderRoot={(props) => (
        <Link to="/$environment/events/$eventId" params={{ environment, eventId: id }} {...props} />
      )}
    />
  );
}

export function RequestLink({ environment, id, ...anchor }: ObjectLinkProps) {
  return (
    <Anchor
      {...anchor}
      renderRoot={(props) => (
        <Link to="/$environment/requests/$requestId" params={{ environment, requestId: id }} {...props} />
      )}
    />
  );
}

export function EndpointLink({ environment, id, ...anchor }: ObjectLinkProps) {
  return (
    <Anchor
      {...anchor}
      renderRoot={(props) => (
        <Link to="/$environment/webhooks/$webhookId" params={{ environment, webhookId: id }} {...props} />
      )}
    />
  );
}

interface DeliveryLinkProps extends ObjectLinkProps {
  endpointId: string;
}

export function DeliveryLink({ environment, id, endpointId, ...anchor }: DeliveryLinkProps) {
  return (
    <Anchor
      {...anchor}
      renderRoot={(props) => (
        <Link
          to="/$environment/webhooks/$webhookId/deliveries/$deliveryId"
          params={{ environment, webhookId: endpointId, deliveryId: id }}
          {...props}
        />
      )}
    />
  );
}
