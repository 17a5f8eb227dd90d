import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Webhook {
    /** Throws unless the service has signed these bytes in the last five minutes. */
    static void verify(byte[] body, String id, String timestamp, String signature, String secret) throws Exception {
        var age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
        if (Math.abs(age) > 300) throw new GeneralSecurityException("too old");
        var signed = new ByteArrayOutputStream();
        signed.write((id + "." + timestamp + ".").getBytes());
        signed.write(body);
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
        var expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.toByteArray()));
        for (var given : signature.split(" "))
            if (MessageDigest.isEqual(expected.getBytes(), given.getBytes())) return;
        throw new GeneralSecurityException("wrong signature");
    }

    public static void main(String[] arguments) throws Exception {
        var body = System.in.readAllBytes();
        verify(body, System.getenv("HTTP_WEBHOOK_ID"), System.getenv("HTTP_WEBHOOK_TIMESTAMP"),
            System.getenv("HTTP_WEBHOOK_SIGNATURE"), System.getenv("WEBHOOK_SECRET"));
        System.out.println("verified: " + new String(body));
    }
}
