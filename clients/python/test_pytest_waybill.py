import time
from datetime import datetime, timedelta, timezone

import pytest
from pytest_waybill import WaybillError, open_stage, verify

STOP = {"contact": {"name": "Alex"}, "address": {"line1": "Torstr. 1", "city": "Berlin", "country": "DE"}}
SHIPMENT = {"pickup": STOP, "delivery": STOP, "parcels": [{"weight_grams": 1200}]}


def test_a_stage_sees_nothing_of_another_one(stage, waybill):
    other = open_stage(waybill)
    created = [stage.post("/shipments", SHIPMENT)["id"] for _ in range(3)]
    assert [shipment["id"] for shipment in stage.list("/shipments", limit=2)] == created[::-1]
    assert other.list("/shipments") == []
    with pytest.raises(WaybillError) as refused:
        other.get(f"/shipments/{created[0]}")
    assert (refused.value.status, refused.value.code) == (404, "not_found")


def test_the_clock_moves_forward_only(stage):
    noon = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=30)
    assert datetime.fromisoformat(stage.freeze(noon)["now"].replace("Z", "+00:00")) == noon
    now = stage.advance(days=1, hours=2)["now"]
    assert datetime.fromisoformat(now.replace("Z", "+00:00")) - noon == timedelta(hours=26)
    assert stage.post("/shipments", SHIPMENT)["created_at"] == now
    with pytest.raises(WaybillError, match=r"^validation_failed: .+\n#/to "):
        stage.advance_to(noon)
    assert stage.resume()["frozen_at"] is None
    stopped = stage.freeze()
    assert stopped["frozen_at"] == stopped["now"] > now
    stage.reset_clock()
    assert stage.list("/shipments") == []
    assert stage.get("/sandbox/clock")["is_real"]


def test_times_and_lists_are_sent_as_the_api_takes_them(stage):
    id = stage.post("/shipments", SHIPMENT)["id"]
    now = datetime.now(timezone.utc)
    hour = timedelta(hours=1)
    assert [each["id"] for each in stage.list("/shipments", created_after=now - hour)] == [id]
    assert stage.list("/shipments", created_after=now + hour) == []
    assert [each["id"] for each in stage.list("/shipments", status=["created", "quoted"])] == [id]
    assert stage.list("/shipments", status=("delivered",)) == []
    with pytest.raises(WaybillError, match=r"#/to must be"):
        stage.advance_to((now + timedelta(days=2)).date())
    for send in [lambda at: stage.freeze(at), lambda at: stage.get("/shipments", created_after=at)]:
        with pytest.raises(ValueError, match="has no time zone"):
            send(now.replace(tzinfo=None))
    with pytest.raises(TypeError, match="not JSON"):
        stage.post("/shipments", {"reference": object()})


def test_waiting_says_what_came_instead(stage):
    stage.set_faults({"operation": "getShipment", "status": 503, "times": 1})
    id = stage.post("/shipments", SHIPMENT)["id"]
    with pytest.raises(WaybillError, match="busy"):
        stage.get(f"/shipments/{id}")
    stage.set_faults({"operation": "getShipment", "status": 503})
    stage.clear_faults()
    assert stage.get(f"/shipments/{id}")["id"] == id
    with pytest.raises(AssertionError, match="No event shipment.delivered within 0 s. There are: shipment.created"):
        stage.wait_for_event("shipment.delivered", timeout=0)


def test_an_inbox_hands_out_each_webhook_once(stage):
    inbox, other = stage.open_inbox(), stage.open_inbox(events=["shipment.created"])
    first, second = [stage.post("/shipments", SHIPMENT)["id"] for _ in range(2)]
    assert [inbox.next("shipment.created")["shipment_id"] for _ in range(2)] == [first, second]
    assert [other.next()["shipment_id"], other.next(shipment_id=second)["shipment_id"]] == [first, second]
    with pytest.raises(AssertionError, match="No webhook \\* within 0 s. There are: shipment.created, shipment.created."):
        other.next(timeout=0)


def test_a_seed_repeats_a_stage(waybill):
    first = open_stage(waybill, name="Seeded", seed="pytest")
    with pytest.raises(WaybillError, match="stage_seed_taken"):
        open_stage(waybill, seed="pytest")
    waybill.request("DELETE", f"/sandbox/stages/{first.account_id}")
    again = open_stage(waybill, seed="pytest")
    assert (again.account_id, again.key) == (first.account_id, first.key)


def test_only_what_is_signed_is_verified(stage):
    inbox = stage.open_inbox()
    id = stage.post("/shipments", SHIPMENT)["id"]
    webhook = inbox.next("shipment.created")
    assert inbox.verify(webhook)["data"]["shipment"]["id"] == id
    headers, body = webhook["headers"], webhook["body"]
    old = {**headers, "webhook-timestamp": str(int(time.time()) - 301)}
    for wrong in [(headers, body + " "), (old, body), ({}, body)]:
        with pytest.raises(ValueError):
            verify(wrong[1], wrong[0], inbox.secret)
