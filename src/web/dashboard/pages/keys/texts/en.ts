/** The pages of API keys in English. `environment` is its word: `sandbox`. */
export const en = {
  title: "API keys",
  lead: (environment: string) =>
    `Your programs use these keys to call the API in ${environment}. Give each program its own key.`,
  create: "Create a key",
  key: "Key",
  permissions: "Permissions",
  requests: "Requests (30 days)",
  none: (environment: string) => `No ${environment} key yet`,
  noneHint: "Your program sends a key with every request. Create one to call the API.",
  allScopes: "All",
  someScopes: (given: number, all: number) => `${given} of ${all}`,

  requestsOf: "Requests",
  noRequests: "None",

  createTitle: (environment: string) => `Create a ${environment} key`,
  createSubmit: "Create key",
  name: "Name",
  nameHint: "The program that uses it",
  nameExample: "Order system",
  expires: "Expires",
  never: "Never",
  in30Days: "In 30 days",
  in90Days: "In 90 days",
  inYear: "In a year",

  secretOf: (name: string) => `Secret of ${name}`,
  secretLost:
    "The key was created, but the response with its secret was lost. Rotate the key to get a new one.",
  secretWarning: "Copy the secret now. It won't be shown again.",
  secret: "Secret",
  check: "Check that it works",
};

export type Texts = typeof en;
