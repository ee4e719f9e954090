package waybill.testcontainers;

import com.fasterxml.jackson.databind.JsonNode;

/** An error of the API. */
public class WaybillException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    WaybillException(int status, JsonNode problem) {
        super(status + " " + problem);
        this.status = status;
        this.code = problem == null ? "unknown" : problem.path("code").asText("unknown");
    }

    public int status() {
        return status;
    }

    /** Such as {@code validation_failed}; {@code unknown} where something else than Waybill responded. */
    public String code() {
        return code;
    }
}
