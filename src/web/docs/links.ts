import type { Operation } from "../../infra/http/operation.ts";

/** Operations that follow: their parameters, each from a member of the response. */
type Links = Readonly<Record<string, Readonly<Record<string, string>>>>;

const offered: Links = {
  acceptQuote: { id: "data/0/shipment_id" },
  getShipment: { id: "data/0/shipment_id" },
};
const shown: Links = {
  listQuotes: { id: "id" },
  acceptQuote: { id: "id" },
  listAssignments: { id: "id" },
  cancelShipment: { id: "id" },
  createReturn: { id: "id" },
  getTracking: { shipmentId: "id" },
  listShipmentEvents: { id: "id" },
};
const job: Links = {
  getCarrierAssignment: { id: "assignment_id" },
  acceptCarrierAssignment: { id: "assignment_id" },
  rejectCarrierAssignment: { id: "assignment_id" },
  sendCarrierReports: {},
};
const stops: Links = {
  acceptDriverJob: { id: "data/0/assignment_id" },
  rejectDriverJob: { id: "data/0/assignment_id" },
  sendDriverReports: {},
};

/**
 * The life of a shipment across features: the shop, the carrier's server and the driver each go on where they are. What
 * leads on from what was created, its own feature says.
 */
const life: Readonly<Record<string, Links>> = {
  getShipment: shown,
  patchShipment: shown,
  listQuotes: offered,
  requestQuotes: offered,
  acceptQuote: {
    getShipment: { id: "shipment_id" },
    getShipmentLabel: { id: "shipment_id" },
    listShipmentEvents: { id: "shipment_id" },
    assignCarrierDriver: { id: "id" },
    advanceShipment: { id: "shipment_id" },
  },
  listAssignments: {
    getAssignment: { id: "data/0/shipment_id", assignmentId: "data/0/id" },
    releaseAssignment: { id: "data/0/shipment_id", assignmentId: "data/0/id" },
  },
  getTracking: {
    getShipment: { id: "shipment_id" },
    listPositions: { shipmentId: "shipment_id" },
    getProofFile: { id: "shipment_id" },
    createReturn: { id: "shipment_id" },
  },
  createDriver: {
    getDriver: { id: "id" },
    issueDriverToken: { id: "id" },
    createDriverLink: { id: "id" },
    getDriverStops: { id: "id" },
    listDriverJobs: { id: "id" },
  },
  listCarrierAssignments: {
    getCarrierAssignment: { id: "data/0/assignment_id" },
    acceptCarrierAssignment: { id: "data/0/assignment_id" },
    rejectCarrierAssignment: { id: "data/0/assignment_id" },
    sendCarrierReports: {},
  },
  getCarrierAssignment: job,
  acceptCarrierAssignment: job,
  linkDevice: { getDriverMe: {}, setDuty: {}, getStops: {} },
  getDriverMe: { setDuty: {}, getStops: {} },
  setDuty: { getStops: {} },
  getStops: stops,
  acceptDriverJob: stops,
};

/** The other operations that an operation leads to, as far as they are among the `known` ones. */
export function linksOf(
  { operationId, links = {} }: Operation,
  known: ReadonlySet<string>,
): Record<string, unknown> {
  const made = Object.entries({ ...links, ...life[operationId] })
    .filter(([target]) => known.has(target) && target !== operationId)
    .map(([target, from]) => {
      const parameters = Object.entries(from).map(([name, member]) => [name, `$response.body#/${member}`]);
      return [target, { operationId: target, parameters: Object.fromEntries(parameters) }];
    });
  return Object.fromEntries(made);
}
