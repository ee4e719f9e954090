"""A shipment from its creation to its tracking, with the client that openapi-python-client makes."""

import importlib
import os
import pkgutil

import waybill_api
from waybill_api import AuthenticatedClient
from waybill_api.api.assignments import accept_quote
from waybill_api.api.quotes import list_quotes
from waybill_api.api.shipments import create_shipment
from waybill_api.api.tracking import get_tracking
from waybill_api.models import (
    AcceptQuote,
    AddressInput,
    ContactInput,
    CountryCode,
    CreateShipment,
    DeliveryInput,
    ParcelInput,
    PickupInput,
    QuoteStrategy,
    ShipmentStatus,
)

for module in pkgutil.walk_packages(waybill_api.__path__, "waybill_api."):
    importlib.import_module(module.name)

client = AuthenticatedClient(
    base_url=os.environ["WAYBILL_URL"],
    token=os.environ["WAYBILL_API_KEY"],
    auth_header_name="X-API-Key",
    prefix="",
)
address = AddressInput(line1="Torstr. 1", city="Berlin", country=CountryCode("DE"))
created = create_shipment.sync(
    client=client,
    body=CreateShipment(
        pickup=PickupInput(contact=ContactInput(name="Book shop"), address=address),
        delivery=DeliveryInput(contact=ContactInput(name="Alex Example"), address=address),
        parcels=[ParcelInput(weight_grams=1200)],
    ),
)
assert created.status == ShipmentStatus.CREATED
quotes = list_quotes.sync(created.id, client=client)
assignment = accept_quote.sync(created.id, client=client, body=AcceptQuote(strategy=QuoteStrategy.CHEAPEST))
assert assignment.quote_id == quotes.data[0].id
tracking = get_tracking.sync(created.id, client=client)
print(f"{tracking.shipment_id} {len(quotes.data)} offers")
