package waybill.testcontainers;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A webhook endpoint without a receiver. */
public class WaybillInbox {
    private static final int PAGE = 100;
    private static final Duration WAIT_MAX = Duration.ofSeconds(30);

    private final WaybillClient client;
    private final String id;
    private final String secret;
    private final List<Webhook> unread = new ArrayList<>();
    private String last;

    WaybillInbox(WaybillClient client, String... types) {
        List<String> events = types.length == 0 ? List.of("*") : List.of(types);
        JsonNode endpoint = client.post("/webhooks", Map.of("url", "waybill:inbox", "events", events));
        this.client = client;
        this.id = endpoint.get("id").asText();
        this.secret = endpoint.get("secret").asText();
    }

    /** The endpoint's id. */
    public String id() {
        return id;
    }

    /** Your receiver verifies the webhooks with it. */
    public String secret() {
        return secret;
    }

    /** A request as your receiver would have got it: the names of its headers are in lower case. */
    public record Webhook(String type, Map<String, String> headers, String body) {}

    /** The oldest webhook of this type that was not returned before; waits up to 4 seconds for it. */
    public Webhook next(String type) {
        return next(type, Duration.ofSeconds(4));
    }

    /** @throws AssertionError with the types that arrived, if none of this type comes in time */
    public Webhook next(String type, Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            for (Webhook webhook : unread) {
                if (!webhook.type().equals(type)) continue;
                unread.remove(webhook);
                return webhook;
            }
            long left = end - System.nanoTime();
            if (read(seconds(left)) || left > 0) continue;
            List<String> types = unread.stream().map(Webhook::type).toList();
            throw new AssertionError("No webhook " + type + " within " + timeout.toSeconds() + " s. There are: " + types);
        }
    }

    /** Whole seconds that are left, rounded up, as long as the server waits at most. */
    private static long seconds(long nanos) {
        return Math.max(0, Math.min(WAIT_MAX.toSeconds(), -Math.floorDiv(-nanos, 1_000_000_000L)));
    }

    /** Reads what came after the last message. @return whether there was any */
    private boolean read(long waitSeconds) {
        String after = last == null ? "" : "&after=" + last;
        String query = "?sort=oldest&limit=" + PAGE + "&wait_seconds=" + waitSeconds + after;
        JsonNode messages = client.get("/sandbox/inbox" + query).get("data");
        for (JsonNode message : messages) {
            last = message.get("id").asText();
            if (!message.get("webhook_id").asText().equals(id)) continue;
            Map<String, String> headers = new LinkedHashMap<>();
            message.get("headers").properties().forEach(each -> headers.put(each.getKey(), each.getValue().asText()));
            unread.add(new Webhook(message.get("type").asText(), headers, message.get("body").asText()));
        }
        return !messages.isEmpty();
    }
}
