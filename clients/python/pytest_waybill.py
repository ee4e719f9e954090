"""Waybill in pytest. The fixture `stage` is an account of one test, on a server that the plugin starts."""

import base64
import hashlib
import hmac
import json
import math
import os
import re
import shlex
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from pytest_waybill_report import write_report


class WaybillError(Exception):
    """An error of the API: its `status`, its `code` and the whole `problem`."""

    def __init__(self, status, problem):
        named = [f"{each.get('pointer') or each.get('parameter')} {each['detail']}" for each in problem.get("errors", [])]
        super().__init__("\n".join([f"{problem.get('code')}: {problem.get('detail')}", *named]))
        self.status, self.code, self.problem = status, problem.get("code"), problem


class Account:
    """Calls the API with a key. Paths start after `/api/v1/platform`; other arguments are the query."""

    def __init__(self, url, key, server_seed=None):
        self.url, self.key, self.server_seed = url, key, server_seed

    def request(self, method, path, body=None, **query):
        headers = {"X-API-Key": self.key, "Content-Type": "application/json"}
        if method == "POST":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        data = None if body is None else json.dumps(body, default=text_of).encode()
        parameters = urllib.parse.urlencode({name: parameter_of(value) for name, value in query.items()})
        url = f"{self.url}/api/v1/platform{path}{'?' if parameters else ''}{parameters}"
        try:
            with opener_of(url).open(urllib.request.Request(url, data, headers, method=method)) as response:
                return json.loads(response.read() or "null")
        except urllib.error.HTTPError as error:
            raise WaybillError(error.code, json.load(error)) from None

    def get(self, path, **query):
        return self.request("GET", path, **query)

    def post(self, path, body=None):
        return self.request("POST", path, body)

    def list(self, path, **query):
        """All items of a list, newest first."""
        page = self.get(path, **query)
        if page["next_cursor"] is None:
            return page["data"]
        return page["data"] + self.list(path, **{**query, "cursor": page["next_cursor"]})

    def wait_for_event(self, type, timeout=4, **query):
        """The newest event of a type or pattern; waits for it if there is none. It needs no endpoint."""

        def read(seconds):
            return self.get("/events", type=type, limit=1, wait_seconds=seconds, **query)["data"]

        return wait_for(f"event {type}", timeout, read, lambda: reversed(self.list("/events")))[0]

    def open_inbox(self, **endpoint):
        """Receives webhooks without a receiver. Takes the fields of an endpoint; all events by default."""
        return Inbox(self, self.post("/webhooks", {"events": ["*"], **endpoint, "url": "waybill:inbox"}))


class Stage(Account):
    """An account of one test, with a clock, faults and inboxes of its own."""

    def __init__(self, url, created, seed=None, server_seed=None):
        super().__init__(url, created["keys"]["sandbox"], server_seed)
        self.account_id, self.live_key, self.seed = created["account_id"], created["keys"]["live"], seed
        self.live = Account(url, self.live_key)

    def advance(self, **duration):
        """Moves the time, as in `advance(hours=24)`. What falls due on the way has run when it returns."""
        return self._move(advance_seconds=timedelta(**duration).total_seconds())

    def advance_to(self, at):
        return self._move(to=at)

    def freeze(self, at=None):
        """Moves the time to `at`, where it stands still. Without `at`, it stops where it is."""
        return self._move(freeze=True) if at is None else self._move(frozen_at=at)

    def resume(self):
        """Lets a frozen time run on."""
        return self._move(frozen_at=None)

    def _move(self, **change):
        return self.request("PATCH", "/sandbox/clock", change)

    def reset_clock(self):
        """Empties the stage's sandbox, and returns to real time."""
        self.request("DELETE", "/sandbox/clock")

    def set_faults(self, *rules):
        """Failures of the API itself, for every request with the stage's key."""
        return self.request("PUT", "/sandbox/faults", {"rules": rules})

    def clear_faults(self):
        """Ends the failures."""
        self.request("DELETE", "/sandbox/faults")

    def save_report(self, file, **about):
        """Writes what the stage saw as one HTML file. Takes `test`, `error` and `command` for its head."""
        write_report(self, self.live, file, **about)


class Inbox:
    """A webhook endpoint without a receiver. Your program verifies the webhooks with its `secret`."""

    def __init__(self, stage, endpoint):
        self.stage, self.id, self.secret = stage, endpoint["id"], endpoint["secret"]
        self._returned = set()

    def list(self, **query):
        """The webhooks that arrived, oldest first."""
        arrived = self.stage.list("/sandbox/inbox", limit=100, **query)
        return [webhook for webhook in reversed(arrived) if webhook["webhook_id"] == self.id]

    def next(self, type="*", timeout=4, **query):
        """The oldest webhook that fits and that `next` has not returned yet; waits for it if there is none."""
        query["type"] = type

        def read(seconds):
            arrived = self.stage.list("/sandbox/inbox", limit=100, wait_seconds=seconds, **query)
            if arrived:
                query["after"] = arrived[0]["id"]
            for webhook in reversed(arrived):
                if webhook["webhook_id"] == self.id and webhook["id"] not in self._returned:
                    self._returned.add(webhook["id"])
                    return webhook

        return wait_for(f"webhook {type}", timeout, read, self.list)

    def verify(self, webhook):
        """Verifies a webhook as your program should, and returns its event."""
        return verify(webhook["body"], webhook["headers"], self.secret)


def opener_of(url):
    """No proxy stands before a server of this machine, whatever the environment says."""
    is_own = urllib.parse.urlsplit(url).hostname in ("127.0.0.1", "localhost", "::1")
    return urllib.request.build_opener(*[urllib.request.ProxyHandler({})] if is_own else [])


def text_of(value):
    """A date or time as the API takes it. Raises ValueError for a time that could be anywhere."""
    if isinstance(value, datetime) and value.tzinfo is None:
        raise ValueError(f"{value!r} has no time zone. Take a time such as datetime.now(timezone.utc).")
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{value!r} is not JSON.")


def parameter_of(value):
    """A value of the query. A list has commas between its items."""
    if isinstance(value, (list, tuple)):
        return ",".join(str(parameter_of(item)) for item in value)
    return text_of(value) if isinstance(value, date) else value


def wait_for(what, timeout, read, list_items):
    """Reads until there is something; the server waits the seconds that `read` is given."""
    end = time.monotonic() + timeout
    while True:
        seconds = max(0, math.ceil(end - time.monotonic()))
        if found := read(min(30, seconds)):
            return found
        if seconds == 0:
            types = ", ".join(item["type"] for item in list_items())
            raise AssertionError(f"No {what} within {timeout} s. There are: {types or 'none'}.")


def verify(body, headers, secret):
    """The event of a webhook, as in https://www.standardwebhooks.com. Raises ValueError if it is not signed."""
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    sent = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (sent.get(name, "") for name in names)
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    is_signed = any(hmac.compare_digest(expected, one) for one in signatures.split())
    if not is_signed or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("The webhook's signature is invalid or older than five minutes.")
    return json.loads(body)


@pytest.fixture(scope="session")
def waybill_args():
    """More flags of `waybill serve`. Override it in conftest.py, such as with `["--seed", "tests"]`."""
    return []


def installed_executable():
    """The executable of the package waybill-server, or else `waybill` of the path."""
    try:
        from waybill_server import executable
    except ImportError:
        return "waybill"
    return executable()


@pytest.fixture(scope="session")
def waybill(waybill_args):
    """The account that creates the stages, on a server of this run. With WAYBILL_URL and WAYBILL_API_KEY on that one."""
    url, key = (os.environ.get(name) for name in ("WAYBILL_URL", "WAYBILL_API_KEY"))
    if bool(url) != bool(key):
        raise RuntimeError("Set both WAYBILL_URL and WAYBILL_API_KEY, or neither.")
    if url:
        yield Account(url, key)
        return
    env = dict(os.environ)
    executable = env.pop("WAYBILL_EXECUTABLE", None) or installed_executable()
    flags = ["serve", "--ephemeral", "--port", "0", "--ready-json", "--exit-with-parent"]
    try:
        server = subprocess.Popen([executable, *flags, *waybill_args], env=env, stdout=subprocess.PIPE)
    except OSError as error:
        raise RuntimeError(f"{executable} does not start: {error}. Run `pip install waybill-server`, or name the executable in WAYBILL_EXECUTABLE.") from None
    with server:
        line = server.stdout.readline()
        if not line:
            raise RuntimeError(f"{executable} ended with exit code {server.wait()}.")
        ready = json.loads(line)
        yield Account(ready["url"], ready["sandbox_key"], seed_of(waybill_args))
        server.terminate()


def seed_of(args):
    """The seed among the flags of a server, or None."""
    return next((after for flag, after in zip(args, args[1:]) if flag == "--seed"), None)


def open_stage(waybill, **options):
    """A further stage. `seed` gives it the same ids, keys and quotes in every run; `name` is its account's name."""
    return Stage(waybill.url, waybill.post("/sandbox/stages", options), options.get("seed"), waybill.server_seed)


STAGE = pytest.StashKey()


@pytest.fixture
def stage(waybill, request):
    """An account of this test, with a clock, faults and inboxes of its own."""
    opened = request.node.stash[STAGE] = open_stage(waybill, name=request.node.name[:100])
    return opened


def pytest_addoption(parser):
    text = "Folder for what the stage of a failed test saw. Default: waybill-reports. Empty for none."
    parser.getgroup("waybill").addoption("--waybill-report", metavar="FOLDER", default="waybill-reports", help=text)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    folder, stage = item.config.getoption("--waybill-report"), item.stash.get(STAGE, None)
    if not report.failed or not folder or not stage:
        return
    start = item.config.invocation_params.dir
    name = re.sub(r"[^\w.-]+", "-", f"{item.path.name}-{item.name}")[:80]
    file = Path(start, folder, f"{name}.html")
    test = "::".join([os.path.relpath(item.path, start), *item.nodeid.split("::")[1:]])
    try:
        stage.save_report(file, test=item.name, error=report.longreprtext, command=f"python -m pytest {shlex.quote(test)}")
        said = f"What the stage saw: {file}"
    except Exception as error:  # The test's own failure must stay.
        said = f"{file} was not saved: {error!r}"
    report.sections.append(("Waybill", said))
