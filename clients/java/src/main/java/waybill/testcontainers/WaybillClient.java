package waybill.testcontainers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;

/** Calls the API with a key. Paths start after {@code /api/v1/platform}. */
public class WaybillClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final String url;
    private final String key;

    WaybillClient(String url, String key) {
        this.url = url;
        this.key = key;
    }

    /** The server's address, for the program under test. */
    public String url() {
        return url;
    }

    /** The key, for the program under test. */
    public String key() {
        return key;
    }

    public JsonNode get(String path) {
        return request("GET", path, null);
    }

    /** @param body what Jackson can write, such as a map */
    public JsonNode post(String path, Object body) {
        return request("POST", path, body);
    }

    /**
     * @param body what Jackson can write, or null for none
     * @return the response's JSON, or null where it has none
     * @throws WaybillException with the status and the code of an error of the API
     */
    public JsonNode request(String method, String path, Object body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/api/v1/platform" + path))
            .header("X-API-Key", key);
        if (method.equals("POST")) request.header("Idempotency-Key", UUID.randomUUID().toString());
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json");
            request.method(method, HttpRequest.BodyPublishers.ofString(write(body)));
        }
        try {
            HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            JsonNode answer = response.body().isEmpty() ? null : parse(response.body());
            if (response.statusCode() >= 400) throw new WaybillException(response.statusCode(), answer);
            return answer;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The thread was interrupted while it waited for Waybill.", error);
        }
    }

    /** Receives webhooks without a receiver. Without types it receives all. */
    public WaybillInbox openInbox(String... types) {
        return new WaybillInbox(this, types);
    }

    static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException error) {
            throw new IllegalStateException("Waybill's response is not JSON: " + text, error);
        }
    }

    private static String write(Object body) {
        try {
            return JSON.writeValueAsString(body);
        } catch (JsonProcessingException error) {
            throw new IllegalArgumentException("Jackson cannot write the body.", error);
        }
    }
}
