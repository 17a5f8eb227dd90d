import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Objects;

class Confirm {
    public static void main(String[] arguments) throws Exception {
        var base = Objects.requireNonNullElse(System.getenv("BASE_URL"), "http://localhost:4242");
        var address = base + "/v1/checkout/sessions/" + arguments[0] + "?wait=25";
        var request = HttpRequest.newBuilder(URI.create(address))
            .header("Authorization", "Bearer " + System.getenv("SECRET_KEY"))
            .build();
        var client = HttpClient.newHttpClient();
        String session;
        do {
            var response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) throw new IllegalStateException(response.body());
            session = response.body(); // use your JSON library here
        } while (session.startsWith("{\"status\":\"open\""));
        System.out.println(session);
    }
}
