import pytest
from shop import Shop


def test_an_accepted_order_is_delivered(stage):
    shop = Shop(stage.url, stage.key)
    id = shop.ship("ORD-1")
    shop.accept(id)
    event = stage.wait_for_event("shipment.delivered", shipment_id=id)
    assert event["data"]["shipment"]["reference"] == "ORD-1"


def test_an_order_that_nobody_accepts_expires_after_a_day(stage):
    id = Shop(stage.url, stage.key).ship("ORD-2")
    stage.advance(hours=24)
    assert stage.get(f"/shipments/{id}")["status"] == "expired"


def test_a_lost_response_ships_nothing_twice(stage):
    stage.set_faults({"operation": "createShipment", "hang_up": "after", "times": 1})
    Shop(stage.url, stage.key).ship("ORD-3")
    assert len(stage.list("/shipments", reference="ORD-3")) == 1


def test_the_shop_learns_of_the_delivery_and_believes_only_signed_webhooks(stage):
    inbox = stage.open_inbox(events=["shipment.*"])
    shop = Shop(stage.url, stage.key, inbox.secret)
    shop.accept(shop.ship("ORD-4"))
    webhook = inbox.next("shipment.delivered")
    with pytest.raises(ValueError):
        shop.receive(webhook["headers"], webhook["body"] + " ")
    assert shop.delivered == set()
    shop.receive(webhook["headers"], webhook["body"])
    assert shop.delivered == {"ORD-4"}
