import { afterAll, beforeAll, expect, test } from "bun:test";
import { redactEnded } from "../../../../src/delivery/privacy/redaction/retention.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { platform } from "../../../support/fixtures.ts";
import type { TestServer } from "../../../support/harness.ts";
import {
  createForm,
  customer,
  forms,
  open,
  order,
  place,
  requests,
  startShop,
} from "../../../support/order-forms.ts";

/** Forms go when nobody uses them, and what was ordered goes with the person to whom it goes. */

const clock = createClock(Date.parse("2026-11-23T10:00:00.000Z"));
let server: TestServer;
beforeAll(async () => {
  server = await startShop({ replacements: { clock } });
});
afterAll(() => server.stop());

const days = (count: number) => clock.advance(count * 24 * 3600);

test("a form that nobody used for as long as personal data is kept is erased, and its shipments stay", async () => {
  const { sandbox, session } = await server.account();
  await session.patch(`${platform}/account`, { retention_days: 10 }, { "x-environment": "sandbox" });
  const [used, unused] = [await createForm(sandbox), await createForm(sandbox)];
  const ordered = await place(customer(server, unused.token));
  const { body: shipment } = await sandbox.post(`${requests}/${ordered.body.id}/approval`);
  days(9);
  await place(customer(server, used.token));
  await redactEnded(server.deps, clock.now());
  expect((await sandbox.get(forms)).body.data).toHaveLength(2);
  days(2);
  await redactEnded(server.deps, clock.now());
  await jobsAtRest(server.deps);
  expect((await sandbox.get(forms)).body.data.map(({ id }: { id: string }) => id)).toEqual([used.id]);
  expect((await customer(server, unused.token).get(open)).status).toBe(404);
  expect((await sandbox.get(`${platform}/shipments/${shipment.id}`)).body.order_form_id).toBe(unused.id);
});

test("a redacted contact takes the orders to it, and no others", async () => {
  const { sandbox } = await server.account();
  const form = await createForm(sandbox);
  const ordering = customer(server, form.token);
  const toOther = { ...order.delivery, contact: { name: "Kim Berg", phone: "+4930999999" } };
  const toSame = { ...order.delivery, contact: { name: "A. Park", email: "ADA@example.com" } };
  const [mine, written, other] = [
    await place(ordering),
    await place(ordering, { delivery: toSame }),
    await place(ordering, { delivery: toOther }),
  ];
  const contact = await sandbox.post(`${platform}/contacts`, order.delivery.contact);
  const path = `${platform}/contacts/${contact.body.id}/redaction`;
  expect((await sandbox.post(path, { shipments: 0 })).status).toBe(200);
  const left = (await sandbox.get(requests)).body.data.map(({ id }: { id: string }) => id);
  expect(left).toEqual([other.body.id]);
  for (const { body } of [mine, written])
    expect((await sandbox.get(`${requests}/${body.id}`)).status).toBe(404);
  expect((await sandbox.get(`${platform}/attention`)).body.data).toHaveLength(1);
});
