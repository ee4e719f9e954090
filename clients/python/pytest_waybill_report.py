"""One HTML file about what a stage saw. It needs no network and runs no script; every text in it is escaped."""

import html
import json
from pathlib import Path

NEWEST = 200
STYLE = (
    "body{font:14px/1.4 system-ui,sans-serif;margin:2em}table{border-collapse:collapse}"
    "td,th{border:1px solid #ccc;padding:.2em .5em;text-align:left;vertical-align:top}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;max-width:90ch}td:first-child{white-space:nowrap}"
)
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class Markup(str):
    """HTML that is escaped already."""


def write_report(stage, live, file, test=None, error=None, command=None):
    """Writes the file. `live` is the account with the live key."""
    rules = stage.get("/sandbox/faults")["rules"]
    # The faults of the stage would hit the report too: they come back with what is left of them.
    left = [rest_of(rule) for rule in rules if rule.get("times") is None or rule["times"] > rule["applied"]]
    if rules:
        stage.clear_faults()
    try:
        facts = [
            ["Run it again", pre(command or "unknown")],
            ["Seed of the stage", stage.seed or "none: its ids differ in the next run"],
            ["Seed of the server", stage.server_seed or "none, or not started by this run"],
            ["Account", stage.account_id],
            ["Clock", pre(json.dumps(stage.get("/sandbox/clock"), indent=2))],
            ["Faults", pre("\n".join(json.dumps(rule) for rule in rules) or "none")],
        ]
        if error:
            facts.insert(0, ["Failure", pre(error)])
        body = table(["", ""], facts) + sections(stage, "") + sections(live, " (live)")
    finally:
        if left:
            stage.set_faults(*left)
    title = html.escape(test or f"Stage {stage.account_id}")
    head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    page = f'<!doctype html><html lang="en">{head}<title>{title}</title><style>{STYLE}</style><h1>{title}</h1>{body}</html>\n'
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    # A test's own text may have half a character.
    Path(file).write_text(page, encoding="utf-8", errors="replace")


def rest_of(rule):
    """A rule with the requests that are left to it."""
    rest = {name: value for name, value in rule.items() if name not in ("matched", "applied")}
    return {**rest, "times": rule["times"] - rule["applied"]} if rule.get("times") is not None else rest


def sections(account, where):
    """What happened in one environment, oldest first; nothing where nothing did."""
    requests, shipments, events, webhooks = (
        newest(account, path) for path in ("/requests", "/shipments", "/events", "/webhooks")
    )
    # The report's own begin with the faults.
    own = [at for at, request in enumerate(requests) if request["route"] == "getFaults"]
    requests = requests[: own[-1]] if own else requests
    parts = []
    for shipment in shipments:
        entries = account.get(f"/tracking/{shipment['id']}")["entries"]
        title = f"Shipment {shipment['id']}{where}, {shipment['reference'] or 'without a reference'}: {shipment['status']}"
        names = ("occurred_at", "status", "substatus", "source", "message")
        rows = [[entry[name] for name in names] for entry in entries]
        parts.append(section(title, ["Time", "Status", "Substatus", "Source", "Message"], rows))
    rows = []
    for request in requests:
        bodies = account.get(f"/requests/{request['id']}")
        row = [request[name] for name in ("created_at", "method", "status", "code", "fault")]
        shown = join(request["path"], fold("request", bodies["request_body"]), fold("response", bodies["response_body"]))
        rows.append([*row, shown])
    parts.append(section(f"Requests{where}", ["Time", "Method", "Status", "Code", "Fault", "Path"], rows))
    rows = [[event["timestamp"], event["type"], join(event["id"], fold("event", json.dumps(event)))] for event in events]
    parts.append(section(f"Events{where}", ["Time", "Type", "Id"], rows))
    for webhook in webhooks:
        path, rows = f"/webhooks/{webhook['id']}/deliveries", []
        for delivery in newest(account, path):
            attempts = account.get(f"{path}/{delivery['id']}")["attempts"]
            shown = [fold(f"attempt {attempt['number']}", json.dumps(attempt)) for attempt in attempts]
            at = attempts[0]["attempted_at"] if attempts else None
            rows.append([at, delivery["status"], join(delivery["event_type"], *shown)])
        parts.append(section(f"Webhooks{where} to {webhook['url']}", ["Time", "Status", "Type"], rows))
    return "".join(parts)


def newest(account, path):
    """Lists are newest first."""
    page = account.get(path, limit=100)
    found = page["data"]
    while page["next_cursor"] and len(found) < NEWEST:
        page = account.get(path, limit=100, cursor=page["next_cursor"])
        found = found + page["data"]
    return found[:NEWEST][::-1]


def section(title, heads, rows):
    if not rows:
        return ""
    cut = f", the newest {NEWEST}" if len(rows) >= NEWEST else ""
    return f"<h2>{html.escape(title + cut)}</h2>{table(heads, rows)}"


def table(heads, rows):
    head = "".join(f"<th>{html.escape(name)}</th>" for name in heads) if any(heads) else ""
    lines = ["".join(f"<td>{cell_of(cell)}</td>" for cell in row) for row in rows]
    return f"<table><tr>{head}</tr>" + "".join(f"<tr>{line}</tr>\n" for line in lines) + "</table>"


def cell_of(cell):
    return cell if isinstance(cell, Markup) else html.escape("" if cell is None else str(cell))


def join(text, *under):
    """A text, and what is under it."""
    return Markup(html.escape(text) + "".join(under))


def pre(text):
    return Markup(f"<pre>{html.escape(text)}</pre>")


def fold(title, body):
    """A body that the reader opens; nothing without one."""
    if not body:
        return Markup()
    content = parsed(body)
    shown = content if isinstance(content, str) else json.dumps(content, indent=2, ensure_ascii=False)
    return Markup(f"<details><summary>{html.escape(title)}</summary>{pre(shown)}</details>")


def parsed(text):
    """JSON, also where it is the body of an attempt; else the text."""
    try:
        return json.loads(text, object_hook=lambda each: {**each, "body": parsed(each["body"])} if each.get("body") else each)
    except (TypeError, ValueError):
        return text
