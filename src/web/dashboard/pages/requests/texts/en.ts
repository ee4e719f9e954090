/** The request log, and the page of a request, in English. */
export const en = {
  title: "Requests",
  lead: "API requests and their responses, newest first.",
  refresh: "Refresh",

  caller: "Caller",
  callers: { key: "API keys", session: "Signed-in users", token: "Own carriers", all: "All" },
  status: "Status",
  statuses: { "2xx": "2xx Success", "3xx": "3xx Not modified", "4xx": "4xx Refused", "5xx": "5xx Failed" },
  method: "Method",
  key: "Key",
  tokenId: "Token ID",
  route: "Route",
  requestId: "Request ID",
  noMatch: "No requests match",
  noMatchHint: "Change or clear the filters above.",
  none: "No requests yet",
  noneHint: "Call the API with a key. Every request appears here with its response.",

  request: "Request",
  response: "Response",
  duration: "Duration",
  time: "Time",
  signedIn: "Signed-in user",

  copyId: "Copy the request ID",
  query: "Query",
  address: "IP address",
  requestBody: "Request body",
  responseBody: "Response body",
  notStored: "None, or not stored. Waybill does not store the bodies of read requests.",
};

export type Texts = typeof en;
