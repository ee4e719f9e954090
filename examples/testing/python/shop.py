"""The program under test: it ships orders and learns from webhooks what became of them."""

import base64
import hashlib
import hmac
import http.client
import json
import urllib.error
import urllib.request


class Shop:
    def __init__(self, url, key, secret=""):
        self.url, self.key, self.secret = f"{url}/api/v1/platform/shipments", key, secret
        self.delivered = set()

    def ship(self, reference):
        """Returns the shipment's id."""
        shipment = {
            "reference": reference,
            "pickup": {
                "contact": {"name": "Book shop"},
                "address": {"line1": "Torstr. 1", "city": "Berlin", "country": "DE"},
            },
            "delivery": {
                "contact": {"name": "Alex Example"},
                "address": {"line1": "Alexandrinenstr. 7", "city": "Potsdam", "country": "DE"},
            },
            "parcels": [{"weight_grams": 1200}],
        }
        id = self._post("", shipment, reference)["id"]
        self._send(f"/{id}/quotes")
        return id

    def accept(self, id):
        self._post(f"/{id}/assignments", {"strategy": "cheapest"}, f"{id}-accept")

    def receive(self, headers, body):
        """Takes a webhook: its headers, and its body as received."""
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
        digest = hmac.digest(base64.b64decode(self.secret.removeprefix("whsec_")), signed, hashlib.sha256)
        if f"v1,{base64.b64encode(digest).decode()}" not in headers["webhook-signature"].split():
            raise ValueError("The signature is invalid.")
        event = json.loads(body)
        if event["type"] == "shipment.delivered":
            self.delivered.add(event["data"]["shipment"]["reference"])

    def _post(self, path, body, idempotency_key):
        """Sends it a second time if the connection is lost: the key keeps it from having two effects."""
        headers = {"Idempotency-Key": idempotency_key, "Content-Type": "application/json"}
        try:
            return self._send(path, json.dumps(body).encode(), headers)
        except (urllib.error.URLError, http.client.HTTPException, ConnectionError):
            return self._send(path, json.dumps(body).encode(), headers)

    def _send(self, path, data=None, headers={}):
        request = urllib.request.Request(self.url + path, data, {"X-API-Key": self.key, **headers})
        with urllib.request.urlopen(request) as response:
            return json.load(response)
