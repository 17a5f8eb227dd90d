import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Objects;
import java.util.UUID;

class Stock {
    public static void main(String[] arguments) throws Exception {
        var base = Objects.requireNonNullElse(System.getenv("BASE_URL"), "http://localhost:4242");
        var request = HttpRequest.newBuilder(URI.create(base + "/v1/products/linen-shirt"))
            .header("Authorization", "Bearer " + System.getenv("SECRET_KEY"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .method("PATCH", BodyPublishers.ofString("""
                {"variants": [{"size": "M", "colorName": "Sand", "delta": 5}]}"""))
            .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) throw new IllegalStateException(response.body());
        System.out.println(response.body()); // read "variants" with your JSON library
    }
}
