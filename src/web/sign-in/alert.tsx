/** @jsxImportSource preact */
import type { Problem } from "../browser/problem.ts";

/** An error of the API in its own words, with the request id. */
export function Alert({ problem: { title, detail, errors = [], request_id } }: { problem: Problem }) {
  return (
    <div class="alert" role="alert" tabIndex={-1}>
      <strong>{title}</strong>
      <p>{detail}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ pointer, parameter, detail }) => (
            <li key={`${pointer} ${parameter} ${detail}`}>
              <code>{parameter ?? pointer}</code> {detail}
            </li>
          ))}
        </ul>
      )}
      {request_id && (
        <p class="quiet">
          Request ID <code>{request_id}</code>
        </p>
      )}
    </div>
  );
}
