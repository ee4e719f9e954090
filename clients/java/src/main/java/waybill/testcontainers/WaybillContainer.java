package waybill.testcontainers;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.command.InspectContainerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A server with its data in the container. Its stages do not see each other. */
public class WaybillContainer extends GenericContainer<WaybillContainer> {
    /** Of this module, and of the image that it starts. */
    public static final String VERSION = "0.1.0";

    private static final int PORT = 8080;
    private static final String READY = "\"event\":\"ready\"";

    private String seed;
    private List<String> args = List.of();
    private JsonNode ready;

    /** The image of this module's version. */
    public WaybillContainer() {
        this(DockerImageName.parse("waybill:" + VERSION));
    }

    /** An image of Waybill of your own choice, such as one in your registry. */
    public WaybillContainer(DockerImageName image) {
        super(image);
        addExposedPort(PORT);
        setWaitStrategy(Wait.forLogMessage(".*" + READY + ".*\\n", 1));
    }

    /** A seed gives the keys, ids and quotes of the server again every time. */
    public WaybillContainer withSeed(String seed) {
        this.seed = seed;
        return self();
    }

    /** More flags of {@code waybill serve}, such as {@code --default-tier free}. */
    public WaybillContainer withArgs(String... args) {
        this.args = List.of(args);
        return self();
    }

    @Override
    protected void configure() {
        List<String> command = new ArrayList<>(List.of("serve", "--ephemeral", "--ready-json"));
        if (seed != null) command.addAll(List.of("--seed", seed));
        command.addAll(args);
        setCommand(command.toArray(String[]::new));
    }

    @Override
    protected void containerIsStarted(InspectContainerResponse info) {
        String line = getLogs().lines().filter(each -> each.contains(READY)).findFirst()
            .orElseThrow(() -> new ContainerLaunchException("The container ended: " + getLogs()));
        ready = WaybillClient.parse(line);
    }

    /** The server's address for this machine. */
    public String getUrl() {
        return "http://" + getHost() + ":" + getMappedPort(PORT);
    }

    /** The sandbox key that creates the stages. */
    public String getKey() {
        return ready.get("sandbox_key").asText();
    }

    public String getLiveKey() {
        return ready.get("live_key").asText();
    }

    /** Creates an account for one test, with keys, clock, faults and inbox of its own. */
    public WaybillStage stage() {
        return openStage(Map.of());
    }

    /** A stage whose keys and ids are the same in every run. No other stage has this seed. */
    public WaybillStage stage(String seed) {
        return openStage(Map.of("seed", seed));
    }

    private WaybillStage openStage(Map<String, String> options) {
        WaybillClient opener = new WaybillClient(getUrl(), getKey());
        return new WaybillStage(opener, opener.post("/sandbox/stages", options));
    }
}
