# Run by `karrio shell` with SHIPMENT: a tracker, as Karrio makes one for carriers that can be tracked. Its generic
# carrier cannot. The events come through Karrio's API.
import os
import karrio.server.manager.models as models

shipment = models.Shipment.objects.get(pk=os.environ["SHIPMENT"])
tracker = models.Tracking.objects.create(
    tracking_number=shipment.tracking_number,
    shipment=shipment,
    carrier=shipment.carrier,
    test_mode=shipment.test_mode,
    created_by=shipment.created_by,
    status="pending",
    delivered=False,
    events=[],
    info={"source": "api", "carrier_tracking_link": "https://carrier.example.com/track/" + shipment.tracking_number},
)
print("TRACKER", tracker.pk)
