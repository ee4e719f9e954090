package waybill.testcontainers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.utility.DockerImageName;

class WaybillContainerTest {
    private static final Map<String, Object> SHIPMENT = Map.of(
        "pickup", stop("Book shop", "Torstr. 1", "Berlin"),
        "delivery", stop("Alex", "Am Kanal 7", "Potsdam"),
        "parcels", List.of(Map.of("weight_grams", 1200)));

    private static Map<String, Object> stop(String name, String line1, String city) {
        Map<String, String> address = Map.of("line1", line1, "city", city, "country", "DE");
        return Map.of("contact", Map.of("name", name), "address", address);
    }

    @Test
    void aContainerHasKeysStagesAndInboxes() {
        String key;
        WaybillClient gone;
        try (WaybillContainer waybill = new WaybillContainer().withSeed("tests").withArgs("--default-tier", "free")) {
            waybill.start();
            key = waybill.getKey();
            WaybillStage stage = waybill.stage();
            WaybillInbox inbox = stage.openInbox("shipment.*");
            JsonNode shipment = stage.post("/shipments", SHIPMENT);
            stage.post("/shipments/" + shipment.get("id").asText() + "/assignments", Map.of("strategy", "cheapest"));
            WaybillInbox.Webhook delivered = inbox.next("shipment.delivered", Duration.ofSeconds(20));
            JsonNode event = WaybillClient.parse(delivered.body());
            assertEquals(shipment.get("id"), event.at("/data/shipment/id"));
            assertTrue(delivered.headers().get("webhook-signature").startsWith("v1,"));
            assertEquals("shipment.created", inbox.next("shipment.created").type());
            AssertionError none = assertThrows(AssertionError.class,
                () -> inbox.next("shipment.created", Duration.ZERO));
            assertTrue(none.getMessage().startsWith("No webhook shipment.created within 0 s. There are: [shipment."));

            WaybillStage other = waybill.stage("a seed");
            assertNotEquals(stage.accountId(), other.accountId());
            assertTrue(other.get("/shipments").get("data").isEmpty());
            WaybillException taken = assertThrows(WaybillException.class, () -> waybill.stage("a seed"));
            assertEquals("409 stage_seed_taken", taken.status() + " " + taken.code());
            JsonNode account = new WaybillClient(waybill.getUrl(), waybill.getLiveKey()).get("/account");
            assertEquals("live free", account.get("environment").asText() + " " + account.get("tier").asText());
            WaybillInbox live = stage.live().openInbox();
            stage.live().post("/shipments", SHIPMENT);
            assertEquals("shipment.created", live.next("shipment.created").type());

            String before = stage.get("/sandbox/clock").get("now").asText();
            stage.advance(Duration.ofDays(2));
            assertTrue(stage.get("/sandbox/clock").get("now").asText().compareTo(before) > 0);
            stage.remove();
            assertEquals(401, assertThrows(WaybillException.class, () -> stage.get("/account")).status());
            gone = other;
        }
        assertThrows(UncheckedIOException.class, () -> gone.get("/account"));
        try (WaybillContainer again = new WaybillContainer().withSeed("tests")) {
            again.start();
            assertEquals(key, again.getKey());
        }
    }

    @Test
    void aContainerThatDoesNotStartSaysSo() {
        // It ends at once, and Testcontainers goes on waiting for the line.
        try (WaybillContainer waybill = new WaybillContainer().withArgs("--prot", "1").withStartupTimeout(Duration.ofSeconds(2))) {
            assertThrows(ContainerLaunchException.class, waybill::start);
        }
        try (WaybillContainer unknown = new WaybillContainer(DockerImageName.parse("waybill:0.0.1"))) {
            ContainerFetchException missing = assertThrows(ContainerFetchException.class, unknown::start);
            assertTrue(missing.getMessage().contains("waybill:0.0.1"));
        }
    }
}
