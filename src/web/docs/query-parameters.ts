/** What query parameters mean where their own schema does not say it: the same name means the same everywhere. */

const byName: Readonly<Record<string, string>> = {
  carrier_id: "Only of this carrier.",
  created_after: "Only what was created at this time or later.",
  driver_id: "Only of this driver.",
  environment: "Which environment.",
  errors:
    "`default` makes one `default` response of an operation's errors. Otherwise each status has its own.",
  for: "Only what an API key, a carrier's token or a driver may call, and the schemas of that.",
  format: "The file's format.",
  group_by: "What each row sums up.",
  keep_orders: "`true` only ends it: orders and riders stay to look at, with the summary.",
  key_id: "Only requests with this API key.",
  kind: "Only of this kind.",
  limit: "How many entries a page has at most.",
  method: "Only requests with this method.",
  on_duty: "Only drivers who are on duty, or off duty.",
  order_form_id: "Only what was ordered by this form.",
  reference: "Only with exactly this reference.",
  reprice: "Whether what the change costs by the rate card is charged.",
  request_id: "Only the request with this id.",
  revoke_credentials: "Whether the keys and tokens that the person created end too.",
  shipment_id: "Only of this shipment.",
  size: "The paper's size.",
  sort: "In which order.",
  state: "Only in this state.",
  status: "Only with this status.",
  target_id: "Only changes to the object with this id.",
  tier: "Only accounts of this tier.",
  token_id: "Only requests with this token.",
  wait_seconds: "How long to wait for carriers that have not answered yet.",
  without_driver: "Only shipments that a fleet has and none of its drivers does, or all others.",
};

export function queryParameterText(name: string): string | undefined {
  return byName[name];
}
