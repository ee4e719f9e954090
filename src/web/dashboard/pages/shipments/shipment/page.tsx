import { Button, Grid, Group, Stack } from "@mantine/core";
import {
  IconArrowBackUp,
  IconCalendarPlus,
  IconCopyPlus,
  IconEraser,
  IconPencil,
  IconRepeat,
  IconX,
} from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { hasLabel } from "@/delivery/lifecycle/labels/label.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { isReturnable } from "@/delivery/lifecycle/state/shipment.ts";
import { isFinal, mayMove } from "@/delivery/lifecycle/state/status.ts";
import { countPieces } from "@/delivery/model/parcels.ts";
import { ObjectError } from "../../../components/object-error.tsx";
import { Page } from "../../../components/page.tsx";
import { PageSkeleton } from "../../../components/skeleton.tsx";
import { useEnvironment } from "../../../environment.ts";
import { humanize, nameOfShipment } from "../../../format.ts";
import { unnamedShipment } from "../../../page-names.ts";
import { useMay } from "../../../permissions.ts";
import { useAsWindowName } from "../../../window-name.ts";
import type { StopName } from "../new/stop-fields.tsx";
import { Advance } from "./advance.tsx";
import { BringBack } from "./bring-back.tsx";
import { CancelShipment } from "./cancel-shipment.tsx";
import { Charges } from "./charges.tsx";
import { CopyShipment } from "./copy-shipment.tsx";
import { Details } from "./details.tsx";
import { Duplicate } from "./duplicate.tsx";
import { EditShipment } from "./edit-shipment.tsx";
import { EraseShipment } from "./erase-shipment.tsx";
import { Events } from "./events.tsx";
import { ShipmentHeader } from "./header.tsx";
import { LabelButton } from "./label-button.tsx";
import { type LiveShipment, useLiveShipment } from "./live.ts";
import { LiveMap } from "./live-map.tsx";
import { MoveByHand } from "./move-by-hand.tsx";
import { useStopsToPin } from "./pinnable.ts";
import { Proof } from "./proof.tsx";
import { PutRight } from "./put-right.tsx";
import { Quotes } from "./quotes.tsx";
import { RecipientMails } from "./recipient-mails.tsx";
import { AsRequest } from "./request.tsx";
import { ReturnShipment } from "./return-shipment.tsx";
import { SetPin } from "./set-pin.tsx";
import { Timeline } from "./timeline.tsx";
import { UnbookedNotice } from "./unbooked-notice.tsx";

const route = getRouteApi("/$environment/shipments/$shipmentId");

export function ShipmentPage() {
  const environment = useEnvironment();
  const { shipmentId } = route.useParams();
  const live = useLiveShipment(environment, shipmentId);
  useAsWindowName(live.shipment ? nameOf(live.shipment) : unnamedShipment);
  if (live.problem) return <ObjectError problem={live.problem} kind="shipment" />;
  if (!live.shipment) return <PageSkeleton name={unnamedShipment} />;
  return <Shipment key={shipmentId} live={live} shipment={live.shipment} />;
}

/** What it is and how it stands. */
function nameOf(shipment: ShipmentView): string {
  return `${nameOfShipment(shipment)} · ${humanize(shipment.status)}`;
}

function Shipment({ live, shipment }: { live: LiveShipment; shipment: ShipmentView }) {
  const { tracking, traveled } = live;
  const { status } = shipment;
  const [dialog, setDialog] = useState<"edit" | "copy" | "cancel" | "return" | "erase">();
  const { pin, search } = route.useSearch();
  const navigate = route.useNavigate();
  const setPinned = (stop?: StopName) =>
    void navigate({ search: stop ? { pin: stop } : {}, replace: true, resetScroll: false });
  const pinned = useStopsToPin(shipment)?.find((stop) => stop === (search ?? pin));
  const [firstField, setFirstField] = useState<string>();
  const openEdit = (first?: string) => {
    setFirstField(first);
    setDialog("edit");
  };
  const close = () => setDialog(undefined);
  const mayChange = useMay("shipments:write");
  // For a shipment on its way back, the estimate is its return to the pickup.
  const { eta = null, setback = null } = tracking ?? {};
  const expectedAt = isFinal(status) ? null : (eta?.delivery ?? eta?.delivery_date ?? eta?.returned ?? null);
  const mayCancel = mayMove(status, "cancelled", "client") && shipment.cancellation_requested_at === null;
  const isErased = shipment.redacted_at !== null;
  const showsQuotes = status === "created" || status === "quoted" || status === "expired";
  return (
    <Page
      title={nameOfShipment(shipment)}
      action={
        <Group gap="xs">
          {mayChange && !isErased && (
            <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => openEdit()}>
              Edit…
            </Button>
          )}
          {mayChange && !isErased && (
            <Duplicate shipment={shipment} leftSection={<IconCopyPlus size={16} />}>
              Duplicate
            </Duplicate>
          )}
          {mayChange && !isErased && (
            <Button
              variant="default"
              leftSection={<IconCalendarPlus size={16} />}
              onClick={() => setDialog("copy")}
            >
              Copy to a day…
            </Button>
          )}
          {mayChange && !isErased && (
            <Button
              variant="default"
              leftSection={<IconRepeat size={16} />}
              renderRoot={(props) => (
                <Link
                  to="/$environment/schedules/new"
                  params={{ environment: shipment.environment }}
                  search={{ copy: shipment.id }}
                  {...props}
                />
              )}
            >
              Repeat…
            </Button>
          )}
          {hasLabel(status) && !isErased && shipment.assignment && (
            <LabelButton assignment={shipment.assignment} pieces={countPieces(shipment.parcels)} />
          )}
          {mayChange && isReturnable(status) && !isErased && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} />}
              onClick={() => setDialog("return")}
            >
              Return…
            </Button>
          )}
          {mayChange && mayCancel && (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              leftSection={<IconX size={16} />}
              onClick={() => setDialog("cancel")}
            >
              Cancel…
            </Button>
          )}
          {mayChange && isFinal(status) && !isErased && (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              leftSection={<IconEraser size={16} />}
              onClick={() => setDialog("erase")}
            >
              Erase personal data…
            </Button>
          )}
        </Group>
      }
    >
      <ShipmentHeader shipment={shipment} expectedAt={expectedAt} setback={setback} />
      <UnbookedNotice shipment={shipment} />
      {showsQuotes && <Quotes shipment={shipment} onEdit={openEdit} onPin={setPinned} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <LiveMap shipment={shipment} tracking={tracking} traveled={traveled} onPin={setPinned} />
            <Advance shipment={shipment} />
            <MoveByHand shipment={shipment} />
            <BringBack shipment={shipment} />
            <PutRight shipment={shipment} />
            <Charges shipment={shipment} />
            {tracking && <Proof tracking={tracking} />}
            <Events shipment={shipment} />
            {!isErased && <AsRequest shipment={shipment} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            {tracking && <Timeline tracking={tracking} />}
            {shipment.environment === "live" && <RecipientMails shipment={shipment} />}
            <Details shipment={shipment} />
          </Stack>
        </Grid.Col>
      </Grid>
      {dialog === "edit" && <EditShipment shipment={shipment} first={firstField} onClose={close} />}
      {pinned && (
        <SetPin
          shipment={shipment}
          stop={pinned}
          isSearching={search !== undefined}
          onClose={() => setPinned(undefined)}
        />
      )}
      {dialog === "copy" && <CopyShipment shipment={shipment} onClose={close} />}
      {dialog === "erase" && <EraseShipment shipment={shipment} onClose={close} />}
      {dialog === "return" && <ReturnShipment shipment={shipment} onClose={close} />}
      {dialog === "cancel" && <CancelShipment shipment={shipment} onClose={close} />}
    </Page>
  );
}
