def test_an_accepted_order_is_delivered(stage):
    place = {"line1": "Torstr. 1", "city": "Berlin", "country": "DE"}
    shipment = stage.post("/shipments", {
        "pickup": {"contact": {"name": "Book shop"}, "address": place},
        "delivery": {"contact": {"name": "Alex"}, "address": {**place, "line1": "Torstr. 90"}},
        "parcels": [{"weight_grams": 1200}]})
    stage.post(f"/shipments/{shipment['id']}/assignments", {"strategy": "cheapest"})
    assert stage.wait_for_event("shipment.delivered")["data"]["shipment"]["id"] == shipment["id"]
