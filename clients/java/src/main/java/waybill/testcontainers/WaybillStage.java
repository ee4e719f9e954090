package waybill.testcontainers;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;

/** An account of one test. It calls the API with its sandbox key. */
public class WaybillStage extends WaybillClient {
    private final WaybillClient opener;
    private final String accountId;
    private final WaybillClient live;

    WaybillStage(WaybillClient opener, JsonNode created) {
        super(opener.url(), created.at("/keys/sandbox").asText());
        this.opener = opener;
        this.accountId = created.get("account_id").asText();
        this.live = new WaybillClient(opener.url(), created.at("/keys/live").asText());
    }

    public String accountId() {
        return accountId;
    }

    public String liveKey() {
        return live.key();
    }

    /** The account's live mode, for rehearsals with carriers of your own. Its time is the real one. */
    public WaybillClient live() {
        return live;
    }

    /** Moves the stage's time. What falls due on the way has run when it returns. */
    public void advance(Duration by) {
        request("PATCH", "/sandbox/clock", Map.of("advance_seconds", by.toSeconds()));
    }

    /** Deletes the account with all its data. Stopping the container does that too. */
    public void remove() {
        opener.request("DELETE", "/sandbox/stages/" + accountId, null);
    }
}
