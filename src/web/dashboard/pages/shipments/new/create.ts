import { useQueryClient } from "@tanstack/react-query";
import type { CreatedShipmentView, CreateShipment } from "@/delivery/orders/shipments/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import { post } from "@/web/browser/api.ts";
import { isProblem } from "@/web/browser/problem.ts";
import { useAction } from "../../../queries.ts";
import { nearest, type Own, type Rider } from "../booking/booking.ts";
import { keepUnbooked, type Unbooked } from "../booking/unbooked.ts";

interface Input {
  request: CreateShipment;
  rider: Rider | undefined;
}

interface Created {
  shipment: CreatedShipmentView;
  unbooked: Unbooked | undefined;
}

/** Creates a shipment, and gives it to its rider where the request could not. */
export function useCreate(
  environment: Environment,
  own: Own | undefined,
  onCreated: (shipment: CreatedShipmentView) => void,
) {
  const client = useQueryClient();
  return useAction(
    async ({ request, rider }: Input, idempotencyKey): Promise<Created> => {
      const shipment = await post("/platform/shipments", request, { environment, idempotencyKey });
      return { shipment, unbooked: await giveRider(shipment, rider, `${idempotencyKey}-rider`) };
    },
    {
      changes: ["/platform/shipments", "/platform/drivers"],
      onDone: ({ shipment, unbooked }) => {
        if (unbooked) keepUnbooked(client, shipment.id, unbooked);
        onCreated(shipment);
      },
    },
  );

  /** Returns why nobody was booked, or got the job. */
  async function giveRider(
    { assignment, accept_problem }: CreatedShipmentView,
    rider: Rider | undefined,
    idempotencyKey: string,
  ): Promise<Unbooked | undefined> {
    if (accept_problem) return { ...accept_problem, rider };
    if (!rider || !assignment || assignment.driver) return undefined;
    const fleet = own?.fleets.find(({ id }) => id === assignment.carrier.id);
    // Such a fleet asks its drivers by itself.
    if (rider.driver_id === nearest && !fleet?.isManual) return undefined;
    const { driver_id, over_capacity } = rider;
    try {
      await post(
        `/platform/assignments/${assignment.id}/driver`,
        { driver_id, ...(over_capacity && { over_capacity }) },
        { environment, idempotencyKey },
      );
      return undefined;
    } catch (error) {
      if (!isProblem(error)) throw error;
      return { code: error.code, title: error.title, detail: error.detail, rider };
    }
  }
}
