import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Objects;

class Fulfil {
    public static void main(String[] arguments) throws Exception {
        var base = Objects.requireNonNullElse(System.getenv("BASE_URL"), "http://localhost:4242");
        var request = HttpRequest.newBuilder(URI.create(base + "/v1/orders/" + arguments[0] + "/fulfill"))
            .header("Authorization", "Bearer " + System.getenv("SECRET_KEY"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("""
                {"carrier": "DHL", "trackingNumber": "00340434161094042557",
                "trackingUrl": "https://www.dhl.com/track?id=00340434161094042557"}"""))
            .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) throw new IllegalStateException(response.body());
        System.out.println(response.body()); // read "fulfilledAt" with your JSON library
    }
}
