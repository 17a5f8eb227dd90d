require "json"
require "openssl"

# Raises unless the service has signed these bytes in the last five minutes.
def verify(body, env, secret)
  timestamp = env.fetch("HTTP_WEBHOOK_TIMESTAMP")
  raise "too old" if (Time.now.to_i - Integer(timestamp)).abs > 300

  key = secret.delete_prefix("whsec_").unpack1("m")
  digest = OpenSSL::HMAC.digest("SHA256", key, "#{env.fetch("HTTP_WEBHOOK_ID")}.#{timestamp}.#{body}")
  expected = "v1,#{[digest].pack("m0")}"
  given = env.fetch("HTTP_WEBHOOK_SIGNATURE").split(" ")
  raise "wrong signature" unless given.any? { |each| OpenSSL.secure_compare(expected, each) }

  JSON.parse(body)
end

event = verify($stdin.read, ENV, ENV.fetch("WEBHOOK_SECRET"))
puts "verified: #{event["type"]} #{event["data"]["sessionId"]}"
