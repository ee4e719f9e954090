// Does your program survive a bad network? `order(reference)` is your own code: it creates one shipment.
//
//   const findings = await checkClient({ url, key, order });
//   assert.deepEqual(findings, []);

/** Makes the API fail for one request after the other. Returns what your program gets wrong. */
export async function checkClient({ url, key, order }) {
  const findings = [];
  // References of this run alone: shipments of an earlier one do not count.
  const [busy, lost] = ["busy", "lost"].map((name) => `${name}-${crypto.randomUUID()}`);

  try {
    // Twice the server is busy. A client that retries gets its shipment.
    await put([{ operation: "createShipment", status: 503, retry_after_seconds: 0, times: 2 }]);
    await tryOrder(busy);
    if ((await countShipments(busy)) === 0) findings.push("It does not retry when the server is busy.");

    // The shipment is created, and the response gets lost. A client that repeats the request with the same
    // Idempotency-Key gets the response; without the key it gets a second shipment.
    await put([{ operation: "createShipment", hang_up: "after", times: 1 }]);
    const isDone = await tryOrder(lost);
    if (!isDone) findings.push("It does not retry when the connection is lost.");
    if ((await countShipments(lost)) > 1) findings.push("It sends no Idempotency-Key: it shipped twice.");
  } finally {
    await call("DELETE", "/sandbox/faults");
  }
  return findings;

  async function tryOrder(reference) {
    try {
      await order(reference);
      return true;
    } catch {
      return false;
    }
  }

  async function countShipments(reference) {
    const { data } = await call("GET", `/shipments?reference=${reference}`);
    return data.length;
  }

  function put(rules) {
    return call("PUT", "/sandbox/faults", { rules });
  }

  async function call(method, path, body) {
    const response = await fetch(`${url}/api/v1/platform${path}`, {
      method,
      headers: { "x-api-key": key, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.status === 204 ? undefined : response.json();
  }
}
