import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Objects;
import java.util.UUID;

class Create {
    public static void main(String[] arguments) throws Exception {
        var base = Objects.requireNonNullElse(System.getenv("BASE_URL"), "http://localhost:4242");
        var request = HttpRequest.newBuilder(URI.create(base + "/v1/checkout/sessions"))
            .header("Authorization", "Bearer " + System.getenv("SECRET_KEY"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .POST(BodyPublishers.ofString("""
                {"items": [{"product": "linen-shirt", "size": "M", "color": "Sand"}]}"""))
            .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (response.statusCode() != 201) throw new IllegalStateException(response.body());
        System.out.println(response.body()); // read "url" with your JSON library
    }
}
