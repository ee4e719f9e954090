import os
import subprocess
import sys
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


def test_the_live_mode_of_a_stage_has_an_inbox_of_its_own(stage):
    sandbox, live = stage.open_inbox(), stage.live.open_inbox()
    id = stage.live.post("/shipments", SHIPMENT)["id"]
    event = live.verify(live.next("shipment.created"))
    assert (event["environment"], event["data"]["shipment"]["id"]) == ("live", id)
    assert stage.live.wait_for_event("shipment.created")["id"] == event["id"]
    assert sandbox.list() == [] and stage.list("/events", type="shipment.*") == []


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


def test_a_report_has_all_that_the_stage_saw_as_text(waybill, tmp_path):
    stage = open_stage(waybill, seed="<i>")
    inbox = stage.open_inbox()
    id = stage.post("/shipments", {**SHIPMENT, "reference": "<script>alert(1)</script>"})["id"]
    inbox.next("shipment.created")
    rules = [{"operation": "getShipment", "status": 404, "times": 1}, {"operation": "listRequests", "status": 500}]
    stage.set_faults(*rules)
    with pytest.raises(WaybillError):
        stage.get(f"/shipments/{id}")
    file = tmp_path / "new" / "report.html"
    stage.save_report(file, test="a & b", error="<u>", command="pytest '<a>'")
    html = file.read_text("utf-8")
    for text in [
        "<title>a &amp; b</title>",
        "&lt;u&gt;",
        "pytest &#x27;&lt;a&gt;&#x27;",
        "&lt;i&gt;",
        stage.account_id,
        "&quot;is_real&quot;: true",
        "&quot;applied&quot;: 1",
        f"Shipment {id}, &lt;script&gt;alert(1)&lt;/script&gt;: ",
        "The shipment was created.",
        f"<td>404</td><td>not_found</td><td>status</td><td>/api/v1/platform/shipments/{id}",
        "&quot;weight_grams&quot;: 1200",
        "<td>shipment.created</td><td>evt_",
        "<td>delivered</td><td>shipment.created<details>",
        "Webhooks to waybill:inbox",
        "attempt 1",
        "webhook-signature",
    ]:
        assert text in html
    for text in ["<script", "<i>", "<u>", " src=", " href=", stage.key, inbox.secret, "/sandbox/clock"]:
        assert text not in html
    left = stage.get("/sandbox/faults")["rules"]
    assert [(rule["operation"], rule["applied"]) for rule in left] == [("listRequests", 0)]


FAILING = """
import pytest

@pytest.mark.parametrize("paid", ["<no>", "yes"])
def test_paid(stage, paid):
    stage.post("/shipments/shp_1/cancellation", {}) if paid == "<no>" else stage.list("/shipments")

def test_without_a_stage():
    assert False

@pytest.fixture
def broken(stage):
    raise RuntimeError("no cash desk")

def test_of_a_broken_fixture(broken):
    pass

@pytest.mark.xfail
def test_that_may_fail(stage):
    assert False
"""


@pytest.fixture
def run_pytest(waybill, tmp_path, pytestconfig):
    """Gives the output of a test run of its own, on the same server."""

    def run(*options):
        (tmp_path / "test_shop.py").write_text(FAILING)
        env = {**os.environ, "WAYBILL_URL": waybill.url, "WAYBILL_API_KEY": waybill.key}
        # An installed plugin loads by itself.
        plugin = ["-p", "pytest_waybill"] if pytestconfig.pluginmanager.has_plugin("pytest_waybill") else []
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *plugin, "test_shop.py", *options]
        ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
        assert "2 failed, 1 passed, 1 xfailed, 1 error" in ran.stdout
        return ran.stdout

    return run


def test_only_a_failed_test_with_a_stage_leaves_a_report(run_pytest, tmp_path):
    said = run_pytest()
    reports = sorted(each.name for each in (tmp_path / "waybill-reports").iterdir())
    assert reports == ["test_shop.py-test_of_a_broken_fixture.html", "test_shop.py-test_paid-no-.html"]
    for name in reports:
        assert f"What the stage saw: {tmp_path / 'waybill-reports' / name}" in said
    html = (tmp_path / "waybill-reports" / reports[1]).read_text("utf-8")
    assert "python -m pytest &#x27;test_shop.py::test_paid[&lt;no&gt;]&#x27;" in html
    assert "<h1>test_paid[&lt;no&gt;]</h1>" in html
    assert "/shipments/shp_1/cancellation" in html
    assert "no cash desk" in (tmp_path / "waybill-reports" / reports[0]).read_text("utf-8")


def test_the_folder_of_reports_is_an_option(run_pytest, tmp_path):
    run_pytest("--waybill-report=out/reports")
    assert len(list((tmp_path / "out/reports").iterdir())) == 2
    assert not (tmp_path / "waybill-reports").exists()


def test_without_a_folder_there_is_no_report(run_pytest, tmp_path):
    assert "What the stage saw" not in run_pytest("--waybill-report=")
    assert list(tmp_path.rglob("*.html")) == []


def test_a_report_that_cannot_be_saved_hides_no_failure(run_pytest, tmp_path):
    (tmp_path / "file").write_text("")
    said = run_pytest("--waybill-report=file")
    assert "test_paid-no-.html was not saved" in said
    assert "no cash desk" in said
